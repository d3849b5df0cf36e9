import { expect, test, vi } from 'vitest';

vi.stubGlobal('location', { origin: 'http://localhost:8060' });
const { obstacle, whole } = await import('../src/lib/reach.svelte');

test('a link keeps its table and its token, and gets the address that others can use', () => {
  const link = 'http://localhost:8060/t/abc#TOKEN';
  expect(whole(link)).toBe(link);
  expect(whole('http://192.168.1.20:8060/t/abc#TOKEN')).toBe('http://192.168.1.20:8060/t/abc#TOKEN'); // as it was made
  expect(whole(link, 'http://192.168.1.20:8060')).toBe('http://192.168.1.20:8060/t/abc#TOKEN');
  expect(whole('/t/abc#TOKEN', 'https://club.example')).toBe('https://club.example/t/abc#TOKEN');
});

test('what stands in the way of other devices', () => {
  expect(obstacle({ addresses: ['http://192.168.1.20:8060'], network: true })).toBeNull();
  expect(obstacle({ addresses: [], network: false })).toBe('alone');
  expect(obstacle({ addresses: [], network: true })).toBe('unknown');
  expect(obstacle(null)).toBeNull(); // not known yet
});
