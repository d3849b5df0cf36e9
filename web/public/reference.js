// The API's reference at /api/docs: Redoc, told what its styles are known by, with nothing from elsewhere.
const place = document.getElementById('redoc');
const nonce = place.dataset.nonce;
place.removeAttribute('data-nonce');
window.__webpack_nonce__ = nonce;
const ink = '#2b2620';
const panel = '#f4f0e6';
Redoc.init('/openapi.json', {
  nonce,
  disableSearch: true, // it would start a worker from a blob
  hideDownloadButton: false,
  hideLoading: true,
  pathInMiddlePanel: true,
  requiredPropsFirst: true,
  sortTagsAlphabetically: false,
  nativeScrollbars: true,
  theme: {
    colors: { primary: { main: '#1c6b58' }, text: { primary: ink } },
    typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' }, code: { fontFamily: 'ui-monospace, monospace', color: ink, backgroundColor: panel } },
    sidebar: { backgroundColor: panel, textColor: ink },
    schema: { nestedBackground: panel },
    rightPanel: { backgroundColor: ink },
  },
}, place);
