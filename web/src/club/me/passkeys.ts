/** Passkeys of this browser: the server's options in, what the authenticator says out, bytes as base64url between them. */

import type { components } from '../../lib/api';
import { post } from '../../lib/http';
import type { Me } from '../../lib/me.svelte';

type Passkey = components['schemas']['PasskeyShown'];

interface Told {
  challenge: string;
  [key: string]: unknown;
}

/** The authenticator gave nothing: whoever was asked said no, or it took too long. */
export class NoPasskey extends Error {}

export function letters(data: ArrayBuffer | Uint8Array): string {
  const text = String.fromCharCode(...new Uint8Array(data));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const found = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(found, (letter) => letter.charCodeAt(0));
}

/** Can this browser use passkeys, on this page? */
export function possible(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && isSecureContext;
}

async function asked(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await asking;
    if (found instanceof PublicKeyCredential) return found;
  } catch {
    // refused, timed out, or there is one already
  }
  throw new NoPasskey();
}

export async function makePasskey(): Promise<Passkey> {
  const { options } = await post<{ options: Told }>('/api/me/passkeys/begin');
  const user = options.user as { id: string; name: string; displayName: string };
  const there = (options.excludeCredentials ?? []) as { id: string; type: 'public-key' }[];
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: there.map((one) => ({ ...one, id: bytes(one.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await asked(navigator.credentials.create({ publicKey }));
  const response = made.response as AuthenticatorAttestationResponse;
  return post<Passkey>('/api/me/passkeys', {
    credential: {
      ...named(made),
      response: { clientDataJSON: letters(response.clientDataJSON), attestationObject: letters(response.attestationObject) },
    },
  });
}

export async function signInWithPasskey(): Promise<Me> {
  const { options } = await post<{ options: Told }>('/api/me/passkey-sign-in/begin');
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] } as PublicKeyCredentialRequestOptions;
  const signed = await asked(navigator.credentials.get({ publicKey }));
  const response = signed.response as AuthenticatorAssertionResponse;
  return post<Me>('/api/me/passkey-sign-in', {
    credential: {
      ...named(signed),
      response: {
        clientDataJSON: letters(response.clientDataJSON),
        authenticatorData: letters(response.authenticatorData),
        signature: letters(response.signature),
        userHandle: response.userHandle ? letters(response.userHandle) : null,
      },
    },
  });
}

function named({ id, rawId, type }: PublicKeyCredential): { id: string; rawId: string; type: string } {
  return { id, rawId: letters(rawId), type };
}
