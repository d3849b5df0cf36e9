/** The texts of the page come when they are asked for: every test begins when they are here. */

import { ready } from '../src/lib/i18n.svelte';

await ready();
