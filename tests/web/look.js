/* Waits until the table asks somebody here, or is over, and tells what can be pointed at: the middle of every control that
   stands for an answer and is really in sight there, nothing lying above it. */
async ({ seq, patience }) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const table = () => document.querySelector('[data-testid=table]');
  const settled = () => {
    const { dataset } = table() ?? {};
    if (!dataset || dataset.sending === 'true' || Number(dataset.seq) === seq) return false;
    return dataset.status === 'over' || dataset.kind !== '';
  };
  const end = performance.now() + patience;
  while (!settled()) {
    document.querySelector('[data-testid=done]:enabled')?.click(); // a turn that waits is done: whoever wants to undo does so before
    if (performance.now() > end) {
      const { seq: shown, status, kind, sending } = table()?.dataset ?? {};
      throw new Error(`no question after ${seq}: ${JSON.stringify({ shown, status, kind, sending })}`);
    }
    await frame();
  }
  // The board follows the height of the card with the question: look when nothing has moved for some frames.
  const places = () =>
    [...table().querySelectorAll('[data-option], [data-testid=confirm]')].map((element) => {
      const { left, top } = element.getBoundingClientRect();
      return `${left},${top}`;
    }).join();
  for (let [still, before] = [0, '']; still < 4 && performance.now() < end; ) {
    await frame();
    const now = places();
    still = now === before ? still + 1 : 0;
    before = now;
  }

  const name = (element) =>
    element.dataset.testid ??
    (element.closest('[data-testid=track]') ? 'space' : element.closest('[data-testid=list]') ? 'listed' : 'seat');
  const found = [];
  for (const element of table().querySelectorAll('[data-option], [data-testid^=figure-], [data-testid=turn], [data-testid=confirm]')) {
    if (element.disabled) continue;
    const shape = element.querySelector(':scope > rect, :scope > circle') ?? element;
    const { left, top, width, height } = shape.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const above = document.elementFromPoint(x, y);
    if (!above || !element.contains(above)) continue;
    const chosen = element.classList.contains('chosen') || element.getAttribute('aria-pressed') === 'true';
    found.push({ control: name(element), text: element.dataset.option ?? '', x, y, width, height, chosen });
  }
  const { seq: shown, status, kind } = table().dataset;
  return { seq: Number(shown), over: status === 'over', kind, controls: found };
};
