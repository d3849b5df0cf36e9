import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bytes, letters } from '../src/club/me/passkeys';
import { askAgain, mayMake, member, needMe, takeMe, type Me } from '../src/lib/me.svelte';
import { askName, asking, myName, nameAsked } from '../src/lib/name.svelte';
import { checkTexts } from './texts';

const ANA: Me = { member: { id: 'a1', name: 'Ana', colour: 'red', bot: false, invited: false }, makers: 'members', may_make: true, passkeys: true };

describe('the texts of the page of a member', () => checkTexts('club/me'));

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
