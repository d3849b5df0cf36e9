import { render } from 'svelte/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { needCatalogue } from '../src/lib/catalogue.svelte';
import { choicesOf, type Choices } from '../src/lib/options';
import type { Option, Player, View } from '../src/lib/view';
import Board from '../src/table/Board.svelte';
import Dock from '../src/table/Dock.svelte';
import Players from '../src/table/Players.svelte';
import Track from '../src/table/Track.svelte';

// A table at which a module is played that nobody has heard of: the server sends its values, the catalogue lacks its pictures.

vi.mock('../src/lib/http', () => ({
  get: () => Promise.resolve({ levels: [], pictures: { follower: { coloured: true, height: 1 }, stone: { coloured: false, height: 1 } } }),
}));

const option = (text: string, target: Option['target'], more: Partial<Option> = {}): Option => ({
  text, sentence: `say ${text}`, verb: 'frobnicate', figure: '', target, detail: '', declines: false, module: 'zeppelins', at: null, space: null, picture: null,
  removes: false, lying: false, ...more,
});

const player = (seat: number, colour: string, holds: Player['holds']): Player => ({
  seat, name: `P${seat}`, colour, letter: 'P', kind: 'here', level: null, stand_in: null, taken: true, member: null, bot: false, connected: true, stand_in_ms: null, resigned: false, points: 3,
  track: [{ points: 3, space: 3, laps: 0, lying: false, tokens: [] }], supply: { follower: 5 }, holds, clock_ms: null, clock_running: false,
});

const piece = { number: 1, ends: [], closed: false };

const view: View = {
  version: 3, table: 't', seq: 4, status: 'playing', you: [0], theme: 'summer', turn: 1, part: 1, active: 0, tile: null,
  game: { family: 'f', edition: 'e', sets: [], elements: [], switches: {}, rulings: [], preset: 'e', name: 'E' },
  settings: { aids: {}, clock: null, undo: 'free', draw: 'at_once', pace: 'normal', rated: false, listed: false, watch: false, duplicate: null },
  players: [
    player(0, 'red', [
      { picture: 'hangar', number: 2, owner: null, record: null, label: 'two hangars' },
      { picture: 'follower', number: 1, owner: 1, record: null, label: 'a guest' },
      { picture: 'follower', number: 1, owner: 1, record: null, label: 'a guest' },
      { picture: 'stone', number: 0, owner: null, record: null, label: 'no stones' },
    ]),
    player(1, 'blue', []),
  ],
  decision: {
    seat: 0, kind: 'zeppelin', module: 'zeppelins', clause: 'ZEP', question: 'Where to?', optional: true, help: { text: '', component: 'plus', picture: null, tile: null },
    options: [
      option('fly', { type: 'line', x: 0, y: 0 }, { at: [0.5, 0.3], picture: 'zeppelin' }),
      option('shoo', { type: 'standing', x: 0, y: 0 }, { at: [0.5, 0.8], removes: true }),
      option('mark', { type: 'space', number: 20 }),
      option('give', { type: 'seat', number: 1 }),
      option('sing', { type: 'balloon' as 'nothing' }, { picture: 'stone' }),
      option('stay', { type: 'nothing' }, { declines: true }),
    ],
  },
  board: [{ tile: 'D', x: 0, y: 0, turns: 0, seq: 0 }],
  figures: [
    { seat: 1, kind: 'follower', x: 0, y: 0, on: 'hangar', at: [0.8, 0.4] },
    { seat: 0, kind: 'zeppelin', x: 0, y: 0, segment: 'sky', at: [0.2, 0.8] },
  ],
  pieces: [
    { ...piece, picture: 'hangar', x: 0, y: 0, at: [0.5, 0.5], drawing: 'piece-hangar-2' },
    { ...piece, picture: 'mast', x: 0, y: 0, at: [0.25, 0.5], drawing: '' },
  ],
  piles: [{ name: 'stock', left: 7, tiles: true, turns: true }],
  track: [{ space: 9, picture: 'zeppelin', owner: 1, label: 'a zeppelin on 9' }],
  beside: [{ picture: 'stone', label: 'a stone' }],
  person: 'follower', scorers: ['follower'],
  ledger: [], log: [], dead: [], projected: null, expected: [], over: false, winners: [], outcome: null, ending: null, undo: null, waits_done: null, rematch: null, offers: [], lesson: null, muted: [],
};

const nothing = (): void => undefined;
let choices: Choices;

beforeAll(async () => {
  await needCatalogue();
  choices = choicesOf(view.decision, null, view.players);
});

test('its answers and pieces are on the board', () => {
  const margins = { top: 0, right: 0, bottom: 0, left: 0 };
  const { body } = render(Board, { props: { view, choices, chosen: null, margins, onchoose: nothing, onpoint: nothing } });
  expect(body.match(/data-option="[^"]+"/g)).toEqual(['data-option="fly"', 'data-option="shoo"']);
  expect(body.match(/class="ring/g)).toHaveLength(1);
  expect(body).toMatch(/href="#piece-hangar-2" x="0" y="0" width="100"/);
  expect(body).toMatch(/href="#fig-unknown" x="12" y="37"/); // the mast
  expect(body).toContain('href="#fig-unknown-red"'); // the zeppelin, on its place and where it could go
  expect(body).toContain('href="#fig-follower-blue-hangar"');
});

test('its answers without a place are in the dock, and declining is a button', () => {
  const { body } = render(Dock, {
    props: {
      view, choices, decision: view.decision, chosen: null, cell: null, figure: null, sending: false, canUndo: false, hint: null, hinting: false,
      onchoose: nothing, onanswer: nothing, onfigure: nothing, onhover: nothing, onturn: nothing, ondone: nothing, onundo: nothing, onhint: nothing, ondrag: nothing,
    },
  });
  expect(body.match(/data-option="[^"]+"/g)).toEqual(['sing', 'mark', 'give', 'stay'].map((text) => `data-option="${text}"`));
  expect(body).toContain('href="#fig-stone"');
  expect(body).toMatch(/data-testid="pass" data-option="stay".*say stay/s);
});

test('its pieces are before the players, like ones together, and its answers at their seats', () => {
  const { body } = render(Players, { props: { view, choices, chosen: null, onanswer: nothing, onstand: nothing } });
  expect(body).toContain('title="two hangars"');
  expect(body).toContain('href="#fig-unknown"');
  expect(body).toMatch(/title="a guest".*href="#fig-follower-blue".*>2</s);
  expect(body.match(/title="a guest"/g)).toHaveLength(1);
  expect(body).not.toContain('no stones');
  expect(body.match(/data-option="[^"]+"/g)).toEqual(['data-option="give"']);
});

test('what a computer expects is said at its seat, and not in the strip', () => {
  const sentence = 'Expects to end 4 points ahead (63% to win)';
  const told = { ...view, expected: [{ seat: 1, margin: 4.2, chance: 0.63, sentence }] };
  const seats = (compact: boolean): string[] => {
    const { body } = render(Players, { props: { view: told, choices, chosen: null, compact, onanswer: nothing, onstand: nothing } });
    return body.split('data-testid="player-').slice(1);
  };
  const [first, second] = seats(false);
  expect(first).not.toContain('Expects');
  expect(second).toContain(sentence);
  expect(seats(true).join()).not.toContain('Expects');
});

test('its pieces are on the scoreboard and beside it', () => {
  const { body } = render(Track, { props: { view, choices, chosen: null, onanswer: nothing } });
  expect(body).toMatch(/href="#fig-unknown-blue"[^>]*><title>a zeppelin on 9</);
  expect(body).toMatch(/href="#fig-stone"[^>]*><title>a stone</);
  expect(body.match(/href="#fig-follower-(red|blue)"/g)).toHaveLength(2);
  expect(body.match(/data-option="[^"]+"/g)).toEqual(['data-option="mark"']);
});
