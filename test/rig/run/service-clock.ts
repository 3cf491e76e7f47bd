// The clock of a service under test, set by its test. The clocks of the database and the chain do not change.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceOptions } from '../service/service-terms.ts';

export interface ServiceClock {
  /** Options that make a service use this clock. */
  readonly options: Pick<ServiceOptions, 'env' | 'clockLead'>;
  /** Seconds ahead of the real clock. */
  ahead(): number;
  /** Sets the lead over the real clock, and returns when every thread of the service uses it. */
  set(secondsAhead: number): Promise<void>;
  /** Advances the clock. */
  pass(seconds: number): Promise<void>;
  /** Call this after the service has ended. */
  close(): void;
}

/** For a service in the process of its test. */
export function serviceClock(): ServiceClock {
  const clockLead = new BigInt64Array(new SharedArrayBuffer(8));
  const ahead = () => Number(Atomics.load(clockLead, 0)) / 1_000;
  const set = async (seconds: number) => void Atomics.store(clockLead, 0, BigInt(Math.round(seconds * 1_000)));
  return { options: { clockLead }, ahead, set, pass: (seconds) => set(ahead() + seconds), close: () => undefined };
}

/** wrong-clock.ts reads the file again after 50 ms. */
const settledMillis = 75;

/** For a service in a separate process. Its packages use this clock too. */
export function processClock(): ServiceClock {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-clock-'));
  const file = join(folder, 'seconds-ahead');
  let ahead = 0;
  writeFileSync(file, '0');
  const set = async (seconds: number) => {
    ahead = seconds;
    // Replaced atomically, since a partial file would contain no time.
    writeFileSync(`${file}.new`, String(seconds));
    renameSync(`${file}.new`, file);
    // After this pause, a thread reads the file before it returns a time.
    await pause(settledMillis);
  };
  const env = {
    WRONG_CLOCK_FILE: file,
    NODE_OPTIONS: `--import=${new URL('wrong-clock.ts', import.meta.url).href}`,
  };
  return {
    options: { env },
    ahead: () => ahead,
    set,
    pass: (seconds) => set(ahead + seconds),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
