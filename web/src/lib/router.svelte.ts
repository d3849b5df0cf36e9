/** Routes live in the fragment: seat tokens travel there too, and a fragment never reaches a server or its logs. */

export interface Route {
  page: 'home' | 'new' | 'table' | 'learn' | 'rules' | 'replay' | 'problems' | 'analyse' | 'study' | 'me' | 'notices' | 'member' | 'club' | 'lobby' | 'tournaments' | 'tournament' | 'unknown';
  id: string;
  token: string;
  rest: string; // what comes after the id: a clause, a step of a lesson or of a record
}

/** `#/table/ID`, `#/new`, `#/learn/ID/STEP`, `#/rules/ID/CLAUSE`, `#/replay/ID/STEP`, `#/problems/ID`, `#/analyse/ID/STEP`, `#/study/ID`, `#/me`, `#/notices`, `#/lobby`, `#/tournaments`, `#/tournament/ID/CODE`, `#/member/ID`, `#/club/FAMILY/YEAR`; the link of a seat is `/t/ID#TOKEN`. */
export function parse(hash: string, path = '/'): Route {
  const seat = /^\/t\/([\w-]+)\/?$/.exec(path);
  if (seat && !hash.startsWith('#/')) return { page: 'table', id: seat[1] ?? '', token: hash.replace(/^#/, ''), rest: '' };
  const [page = '', id = '', rest = ''] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  switch (page) {
    case '':
      return { page: 'home', id: '', token: '', rest: '' };
    case 'table':
    case 'member':
      return id ? { page, id, token: '', rest: '' } : { page: 'unknown', id: '', token: '', rest: '' };
    case 'new':
    case 'learn':
    case 'rules':
    case 'replay':
    case 'problems':
    case 'analyse':
    case 'study':
    case 'notices':
    case 'me':
    case 'club':
    case 'lobby':
    case 'tournaments':
    case 'tournament':
      return { page, id, token: '', rest };
    default:
      return { page: 'unknown', id: '', token: '', rest: '' };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

export interface SeatLink {
  table: string;
  token: string; // empty: a table where this browser sits already
}

/** The table a pasted link leads to. */
export function linkIn(text: string): SeatLink | null {
  const seat = /\/t\/([\w-]+)#([\w-]+)/.exec(text);
  if (seat) return { table: seat[1] ?? '', token: seat[2] ?? '' };
  const table = /#\/table\/([\w-]+)/.exec(text);
  return table ? { table: table[1] ?? '', token: '' } : null;
}

const here = (): Route => parse(location.hash, location.pathname);

let current = $state.raw<Route>(typeof location === 'undefined' ? parse('') : here());

export function route(): Route {
  return current;
}

export function follow(): () => void {
  const read = (): void => {
    current = here();
  };
  addEventListener('hashchange', read);
  addEventListener('popstate', read);
  read(); // the address may have changed while the first texts were fetched, before anybody listened
  return () => {
    removeEventListener('hashchange', read);
    removeEventListener('popstate', read);
  };
}

/** Go to a page of ours; `replace` forgets the present address, such as one with a token in it. */
export function go(hash: string, replace = false): void {
  const address = `/${hash}`;
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  current = here();
}

/** Take the seat of a link. */
export function take({ table, token }: SeatLink): void {
  if (token) current = { page: 'table', id: table, token, rest: '' };
  else go(`#/table/${table}`);
}
