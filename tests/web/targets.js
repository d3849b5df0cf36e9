/* What can be tapped on the board now: how large it is, and whether it can be reached. */
() => {
  const board = document.querySelector('[data-testid=board]');
  const size = (element) => {
    const shape = element.querySelector(':scope > rect, :scope > circle') ?? element;
    return shape.getBoundingClientRect();
  };
  const found = [];
  for (const element of board.querySelectorAll('[data-testid=cell], [data-testid=spot], [data-testid=crowd]')) {
    const { left, top, width, height } = size(element);
    const [x, y] = [left + width / 2, top + height / 2];
    const above = document.elementFromPoint(x, y);
    const lens = element.closest('[data-testid=lens]') !== null;
    found.push({ kind: element.dataset.testid, width, height, lens, reached: above !== null && element.contains(above), x, y, above: above?.closest('[data-testid]')?.dataset.testid ?? '' });
  }
  const beyond = [...board.querySelectorAll('[data-testid^=beyond-]')].map((arrow) => Number(arrow.textContent));
  return { found, beyond: beyond.reduce((sum, n) => sum + n, 0) };
};
