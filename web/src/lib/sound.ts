/** Sounds of the table, made of a few numbers each. Nothing is heard before the first tap, and one switch silences all. */

import { sounds } from './prefs.svelte';

export type Sound = 'tile' | 'figure' | 'points' | 'turn' | 'end';

export interface Note {
  wave: 'sine' | 'triangle' | 'noise';
  from: number; // hertz; of noise the middle of its band
  to: number;
  at: number; // seconds after the beginning
  length: number;
  loud: number; // 0 to 1
}

const bell = (hertz: number, at: number, length: number, loud: number): Note => ({ wave: 'sine', from: hertz, to: hertz, at, length, loud });

/** Wood on wood for what is put down, bells for what is won and asked. */
export const SOUNDS: Record<Sound, Note[]> = {
  tile: [
    { wave: 'noise', from: 900, to: 500, at: 0, length: 0.05, loud: 0.34 },
    { wave: 'triangle', from: 190, to: 85, at: 0, length: 0.11, loud: 0.3 },
  ],
  figure: [
    { wave: 'noise', from: 2100, to: 1400, at: 0, length: 0.03, loud: 0.22 },
    { wave: 'triangle', from: 420, to: 250, at: 0, length: 0.08, loud: 0.2 },
  ],
  points: [bell(880, 0, 0.16, 0.11), bell(1319, 0.09, 0.24, 0.1)],
  turn: [bell(659, 0, 0.3, 0.14), bell(988, 0.15, 0.42, 0.12)],
  end: [bell(523, 0, 0.4, 0.12), bell(659, 0.14, 0.4, 0.12), bell(784, 0.28, 0.4, 0.12), bell(1047, 0.42, 0.75, 0.13)],
};

/** What a hand feels, in milliseconds on and off; points are only heard. */
export const BUZZES: Record<Sound, number[]> = { tile: [14], figure: [9], points: [], turn: [28, 70, 28], end: [40, 70, 40, 70, 90] };

const REST = 1; // seconds after the last sound when the audio device may sleep

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let tapped = false;
let sleep: ReturnType<typeof setTimeout> | undefined;

/** Has anybody tapped or typed since the page was opened? Browsers allow no sound before that, and neither do we. */
function awake(): boolean {
  return tapped || (navigator.userActivation?.hasBeenActive ?? false);
}

/** Some browsers let sound begin only within a tap: get ready at the first one. */
export function listenForTap(): () => void {
  const first = (): void => {
    tapped = true;
    if (sounds()) open();
    stop();
  };
  const stop = (): void => {
    for (const name of ['pointerup', 'keydown']) removeEventListener(name, first, true);
  };
  for (const name of ['pointerup', 'keydown']) addEventListener(name, first, true);
  return stop;
}

function open(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  clearTimeout(sleep);
  sleep = setTimeout(() => void context?.suspend(), 2500);
  return context;
}

/** Let a sound be heard, and felt by the hand that caused it. */
export function play(sound: Sound, felt = false): void {
  if (!sounds() || !awake()) return;
  if (felt && BUZZES[sound].length && matchMedia('(pointer: coarse)').matches) navigator.vibrate?.(BUZZES[sound]);
  const device = open();
  if (!device) return;
  for (const note of SOUNDS[sound]) begin(device, note);
  clearTimeout(sleep);
  const last = Math.max(...SOUNDS[sound].map(({ at, length }) => at + length));
  sleep = setTimeout(() => void device.suspend(), (last + REST) * 1000);
}

function begin(device: AudioContext, { wave, from, to, at, length, loud }: Note): void {
  const start = device.currentTime + at + 0.01;
  const volume = device.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(device.destination);
  if (wave === 'noise') {
    const source = device.createBufferSource();
    source.buffer = noise ??= hiss(device);
    const band = device.createBiquadFilter();
    band.type = 'bandpass';
    glide(band.frequency, from, to, start, length);
    source.connect(band).connect(volume);
    source.start(start);
    source.stop(start + length);
  } else {
    const source = device.createOscillator();
    source.type = wave;
    glide(source.frequency, from, to, start, length);
    source.connect(volume);
    source.start(start);
    source.stop(start + length);
  }
}

function glide(value: AudioParam, from: number, to: number, start: number, length: number): void {
  value.setValueAtTime(from, start);
  value.exponentialRampToValueAtTime(to, start + length);
}

function hiss(device: AudioContext): AudioBuffer {
  const buffer = device.createBuffer(1, device.sampleRate / 8, device.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let place = 0; place < wave.length; place++) wave[place] = Math.random() * 2 - 1;
  return buffer;
}
