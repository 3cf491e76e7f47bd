// This browser's preferences for the console: language, time zone, and the app looked at last.
import { type Cell, cell } from './cell.ts';

/** An IANA name, as in 'Europe/Berlin'; null: the one of this device. */
export const timeZone: Cell<string | null> = kept('console-time-zone');
/** The id of the app that was chosen last; null: none yet. */
export const lastApp: Cell<string | null> = kept('console-app');

/** The code of the language that was chosen here; null: none was. */
export const chosenLanguage: Cell<string | null> = kept('console-language');

/** The time zone that times are shown in. */
export function zoneOf(chosen: string | null): string {
  return chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Kept in the browser's storage where that is allowed, and else as long as the page is open. */
function kept(name: string): Cell<string | null> {
  const inner = cell(read(name));
  return {
    ...inner,
    set(value) {
      try {
        if (value === null) localStorage.removeItem(name);
        else localStorage.setItem(name, value);
      } catch {
        // Storage is switched off in this browser.
      }
      inner.set(value);
    },
  };
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
