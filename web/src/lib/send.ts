/** Handing a link to somebody: by the device's own list of ways to share, or by way of the clipboard. */

export function canShare(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.share === 'function';
}

/** Share, and whether that was done; whoever closes the list has not shared. */
export async function share(title: string, text: string, url: string, picture: File | null = null): Promise<boolean> {
  const files = picture && navigator.canShare?.({ files: [picture] }) ? { files: [picture] } : {};
  try {
    await navigator.share({ title, text, url, ...files });
    return true;
  } catch {
    return false;
  }
}

/** Copy, and whether that worked. Pages without encryption have no clipboard of the new kind: then by selecting the text. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  // Inside an open dialog nothing outside of it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // the link stands there to be copied by hand
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
