/** Small things this browser remembers. A browser that forbids it simply forgets. */

const PREFIX = 'bastida.';

function store(session: boolean): Storage | null {
  try {
    return session ? sessionStorage : localStorage;
  } catch {
    return null;
  }
}

export function remembered(name: string, session = false): string | null {
  try {
    return store(session)?.getItem(PREFIX + name) ?? null;
  } catch {
    return null;
  }
}

export function remember(name: string, value: string | null, session = false): void {
  try {
    if (value === null) store(session)?.removeItem(PREFIX + name);
    else store(session)?.setItem(PREFIX + name, value);
  } catch {
    // a full or forbidden store
  }
}

export function rememberedJson<T>(name: string, otherwise: T, session = false): T {
  try {
    const found = remembered(name, session);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}
