// The clock of a service that runs as a process of its own, set by its test. The database's and the chain's stay.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** wrong-clock.ts looks into the file again after 50 ms. */
const settledMillis = 75;

export interface ServiceClock {
  /** What the service's environment needs for it. */
  readonly env: Readonly<Record<string, string>>;
  /** How far it is ahead of the real one, in seconds. */
  ahead(): number;
  /** Sets it so far ahead, and returns when every thread of the service goes by it. */
  set(secondsAhead: number): Promise<void>;
  /** Moves it on. */
  pass(seconds: number): Promise<void>;
  /** Once the service is gone. */
  close(): void;
}

export function serviceClock(): ServiceClock {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-clock-'));
  const file = join(folder, 'seconds-ahead');
  let ahead = 0;
  writeFileSync(file, '0');
  const set = async (seconds: number) => {
    ahead = seconds;
    // At one stroke: a look in between would find no time at all.
    writeFileSync(`${file}.new`, String(seconds));
    renameSync(`${file}.new`, file);
    // Whoever asks for the time from then on looks into the file first.
    await pause(settledMillis);
  };
  return {
    env: {
      WRONG_CLOCK_FILE: file,
      NODE_OPTIONS: `--import=${new URL('wrong-clock.ts', import.meta.url).href}`,
    },
    ahead: () => ahead,
    set,
    pass: (seconds) => set(ahead + seconds),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
