import { describe } from 'vitest';
import { checkLanguages } from './texts';

describe.each(['club/host', 'club/notices'])('the texts of %s', (folder) => checkLanguages(folder));
