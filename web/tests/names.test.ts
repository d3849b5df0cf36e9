import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const HERE = new URL('..', import.meta.url).pathname;
const GAMES = join(HERE, '..', 'src', 'bastida');

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : /\.(svelte|ts)$/.test(path) && !path.endsWith('api.d.ts') ? [path] : [];
  });
}

const expansions = readdirSync(GAMES)
  .map((game) => join(GAMES, game, 'expansions'))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith('_')))
  .map(({ name }) => name);

test('the page calls no expansion by its name', () => {
  expect(expansions.length).toBeGreaterThan(0);
  const named = new RegExp(`['"\`](${expansions.join('|')})['"\`]`);
  expect(files(join(HERE, 'src')).filter((path) => named.test(readFileSync(path, 'utf-8')))).toEqual([]);
});
