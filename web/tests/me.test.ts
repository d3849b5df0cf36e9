import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import ca from '../src/club/me/ca.json';
import en from '../src/club/me/en.json';
import es from '../src/club/me/es.json';
import { bytes, letters } from '../src/club/me/passkeys';
import { askAgain, mayMake, member, needMe, takeMe, type Me } from '../src/lib/me.svelte';
import { askName, asking, myName, nameAsked } from '../src/lib/name.svelte';

const LANGUAGES: Record<string, Record<string, string>> = { es, ca, en };
const fields = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))].sort();
const folder = new URL('../src/club/me/', import.meta.url).pathname;
const ANA: Me = { member: { id: 'a1', name: 'Ana', colour: 'red', bot: false, invited: false }, makers: 'members', may_make: true, passkeys: true };

describe('the texts of the page of a member', () => {
  test.each(['ca', 'en'])('%s has every key of Spanish and no other, with the same fields', (code) => {
    expect(Object.keys(LANGUAGES[code] ?? {}).sort()).toEqual(Object.keys(es).sort());
    for (const [key, text] of Object.entries(es)) expect(fields(LANGUAGES[code]?.[key] ?? '')).toEqual(fields(text));
  });

  test('every key is used', () => {
    const code = readdirSync(folder)
      .filter((name) => /\.(svelte|ts)$/.test(name))
      .map((name) => readFileSync(folder + name, 'utf-8'))
      .join('\n');
    expect(Object.keys(es).filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });
});

test('bytes go over the line as letters and come back', () => {
  for (let length = 0; length < 70; length++) {
    const data = Uint8Array.from({ length }, (_, at) => (at * 37 + length * 101) % 256);
    expect(letters(data)).toMatch(/^[\w-]*$/);
    expect([...bytes(letters(data))]).toEqual([...data]);
  }
});

describe('who is signed in', () => {
  beforeEach(() => vi.unstubAllGlobals());

  test('is asked once, and again after a failure', async () => {
    const fetched = vi.fn().mockRejectedValueOnce(new Error('away')).mockImplementation(async () => Response.json({ ...ANA, member: null, may_make: false }));
    vi.stubGlobal('fetch', fetched);
    expect(mayMake()).toBe(true); // nobody has said no
    await expect(needMe()).rejects.toThrow();
    await needMe();
    await needMe();
    expect(fetched).toHaveBeenCalledTimes(2);
    expect([member(), mayMake()]).toEqual([null, false]);
    await askAgain();
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test('a member is called by the name the server knows, and never asked for one', async () => {
    expect(nameAsked()).toBe(false);
    takeMe(ANA);
    expect([myName(), nameAsked(), await askName(), asking()]).toEqual(['Ana', true, 'Ana', false]);
  });
});
