import { expect, test } from 'vitest';
import { askName, asking, callMe, myName, nameAsked, tidy } from '../src/lib/name.svelte';

test('a name is one line of at most forty letters', () => {
  expect(tidy('  Ana \n  María ')).toBe('Ana María');
  expect([...tidy('🎲'.repeat(60))]).toHaveLength(40);
  expect(tidy('   ')).toBe('');
});

test('the name is asked for once; nothing is an answer too', async () => {
  expect(nameAsked()).toBe(false);
  const told = askName();
  expect(asking()).toBe(true);
  callMe('  ');
  expect(await told).toBe('');
  expect(asking()).toBe(false);
  expect(await askName()).toBe(''); // not asked again
  callMe('Núria');
  expect([myName(), await askName(), nameAsked()]).toEqual(['Núria', 'Núria', true]);
});
