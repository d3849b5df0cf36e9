import { expect, test } from 'vitest';
import { askName, asking, callMe, letterOf, myName, nameAsked, tidy } from '../src/lib/name.svelte';

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

test('a name in which nothing can be seen is none', () => {
  for (const blank of ['\u200b', '\u2800\u3164', '\u202e \u200d', '\u0301']) expect(tidy(blank)).toBe('');
  expect(tidy('\u202eAna\u0007')).toBe('Ana');
});

test('the letter of a name is one that nobody else has', () => {
  expect(letterOf('òscar', ['A'], 'B')).toBe('O');
  expect(letterOf('Ana', ['A'], 'B')).toBe('N');
  expect(letterOf('🎉', ['A'], 'B')).toBe('B');
  expect(letterOf('🎉 Zoe', ['A'], 'B')).toBe('Z');
  expect(letterOf('', [], 'B')).toBe('B');
});
