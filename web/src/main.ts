import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { ready } from './lib/i18n.svelte';

void ready().then(() => mount(App, { target: document.getElementById('app') as HTMLElement }));

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined); // without it the page only needs the network
}
