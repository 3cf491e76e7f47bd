// The page that a visitor wanted before signing up. It is kept while they confirm their address in another tab.
import { publicPath } from '../../public-path.ts';

const storageName = 'console-return';
const keptMillis = 60 * 60 * 1000;

/** Keeps a path of this origin for an hour. `now` in milliseconds since 1970. */
export function keepReturnPath(path: string, now: number): void {
  try {
    localStorage.setItem(storageName, JSON.stringify({ path, until: now + keptMillis }));
  } catch {
    // Storage is blocked in this browser.
  }
}

/** Returns the kept path once; null if there is none, or if it is too old. */
export function takeReturnPath(now: number): string | null {
  try {
    const kept = localStorage.getItem(storageName);
    localStorage.removeItem(storageName);
    return kept === null ? null : readReturnPath(kept, now);
  } catch {
    return null;
  }
}

/** Throws SyntaxError if the text is no JSON. */
export function readReturnPath(text: string, now: number): string | null {
  const kept = JSON.parse(text) as { readonly path?: unknown; readonly until?: unknown } | null;
  if (typeof kept?.path !== 'string' || typeof kept.until !== 'number') return null;
  return kept.until > now && kept.until <= now + keptMillis ? kept.path : null;
}

/** Where a path leads: to a page of the console, to a mailed invitation, or null if it is neither. */
export function placeOfReturn(path: string | undefined | null): 'console' | 'invitation' | null {
  const [, place] = /^\/(console|invitation)(?:[/?][\x21-\x5b\x5d-\x7e]*)?$/.exec(path ?? '') ?? [];
  return (place as 'console' | 'invitation' | undefined) ?? null;
}

/** The URL of a page outside the console, below PUBLIC_URL. */
export const outsideConsole = (path: string): string => publicPath + path;
