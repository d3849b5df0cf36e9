/** Under which address other devices find the server: what links begin with. */

import type { components } from './api';
import { get } from './http';

export type Reach = components['schemas']['Reach'];

let found = $state.raw<Reach | null>(null);
let chosen = $state('');

/** Ask again each time: a laptop changes its address when it changes its network. */
export async function needReach(): Promise<void> {
  found = await get<Reach>('/api/reach');
}

/** The addresses to choose from, the best one first. */
export function addresses(): string[] {
  return found?.addresses ?? [];
}

/** What stands in the way of other devices: nothing, a server that listens to none, or an address that only it knows. */
export function obstacle(reach: Reach | null = found): 'alone' | 'unknown' | null {
  if (!reach || reach.addresses.length) return null;
  return reach.network ? 'unknown' : 'alone';
}

export function base(): string {
  return addresses().find((one) => one === chosen) ?? addresses()[0] ?? location.origin;
}

export function useAddress(address: string): void {
  chosen = address;
}

/** A link as it can be sent to somebody: with the address of now, or as the server made it while that is not known. */
export function whole(link: string, from = found ? base() : ''): string {
  const { origin, pathname, hash } = new URL(link, location.origin);
  return `${from || origin}${pathname}${hash}`;
}
