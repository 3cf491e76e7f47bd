// This browser's preferences for the console: language, time zone, and the app that was selected last.
import { type Cell, cell } from './cell.ts';

/** An IANA name such as 'Europe/Berlin'; null: this device's time zone. */
export const timeZone: Cell<string | null> = kept('console-time-zone');
/** The id of the app that was selected last; null if none was. */
export const lastApp: Cell<string | null> = kept('console-app');

/** The code of the selected language; null if none was selected. */
export const chosenLanguage: Cell<string | null> = kept('console-language');

/** The time zone in which times are shown. */
export function zoneOf(chosen: string | null): string {
  return chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Kept in the browser's storage if that is allowed, otherwise while the page is open. */
function kept(name: string): Cell<string | null> {
  const inner = cell(read(name));
  return {
    ...inner,
    set(value) {
      try {
        if (value === null) localStorage.removeItem(name);
        else localStorage.setItem(name, value);
      } catch {
        // Storage is blocked in this browser.
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
