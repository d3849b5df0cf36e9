import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseSounds } from '../src/lib/prefs.svelte';
import { BUZZES, play, SOUNDS, type Sound } from '../src/lib/sound';

const NAMES = Object.keys(SOUNDS) as Sound[];

describe('sounds', () => {
  test('are few, short and soft', () => {
    expect(NAMES).toEqual(['tile', 'figure', 'points', 'turn', 'end']);
    for (const name of NAMES) {
      for (const { from, to, at, length, loud } of SOUNDS[name]) {
        expect(Math.min(from, to)).toBeGreaterThanOrEqual(60); // a telephone's loudspeaker gives no less
        expect(Math.max(from, to)).toBeLessThanOrEqual(4000);
        expect(length).toBeGreaterThanOrEqual(0.02);
        expect(at + length).toBeLessThanOrEqual(name === 'end' ? 1.2 : 0.6);
        expect(loud).toBeGreaterThan(0);
      }
      const most = SOUNDS[name].reduce((sum, { loud }) => sum + loud, 0);
      expect(most).toBeLessThanOrEqual(0.7); // all at once would not crackle
      expect(BUZZES[name].reduce((sum, part) => sum + part, 0)).toBeLessThan(400);
    }
  });
});

describe('a device', () => {
  const param = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  const node = (): object => ({ connect: (next: unknown) => next, start: started, stop: vi.fn(), gain: param, frequency: param, type: '', buffer: null });
  const started = vi.fn();
  const made = vi.fn();
  const vibrate = vi.fn();
  let active = false;

  class Device {
    state = 'running';
    currentTime = 0;
    sampleRate = 8000;
    destination = {};
    constructor() {
      made();
    }
    resume = async (): Promise<void> => undefined;
    suspend = async (): Promise<void> => undefined;
    createGain = node;
    createOscillator = node;
    createBufferSource = node;
    createBiquadFilter = node;
    createBuffer = (): object => ({ getChannelData: () => new Float32Array(10) });
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('AudioContext', Device);
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    vi.stubGlobal('navigator', { userActivation: { get hasBeenActive() { return active; } }, vibrate });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.clearAllMocks();
    chooseSounds(true);
  });

  test('is not touched before the first tap, nor when sounds are off', () => {
    active = false;
    play('turn', true);
    active = true;
    chooseSounds(false);
    play('turn', true);
    expect(made).not.toHaveBeenCalled();
    expect(vibrate).not.toHaveBeenCalled();
  });

  test('plays every note, and shakes only for what the hand has caused', () => {
    active = true;
    for (const name of NAMES) play(name);
    expect(made).toHaveBeenCalledTimes(1);
    expect(started).toHaveBeenCalledTimes(NAMES.reduce((sum, name) => sum + SOUNDS[name].length, 0));
    expect(vibrate).not.toHaveBeenCalled();
    play('tile', true);
    play('points', true);
    expect(vibrate.mock.calls).toEqual([[BUZZES.tile]]);
  });
});
