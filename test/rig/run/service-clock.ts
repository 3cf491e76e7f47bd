// The clock of a service under test, set by its test. The database's and the chain's stay.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceOptions } from '../service/service-terms.ts';

export interface ServiceClock {
  /** Options of the service that make it go by this clock. */
  readonly options: Pick<ServiceOptions, 'env' | 'clockLead'>;
  /** How far it is ahead of the real one, in seconds. */
  ahead(): number;
  /** Sets it so far ahead, and returns when every thread of the service goes by it. */
  set(secondsAhead: number): Promise<void>;
  /** Moves it on. */
  pass(seconds: number): Promise<void>;
  /** Once the service is gone. */
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

/** For a service in a process of its own: the packages that it uses go by this clock too. */
export function processClock(): ServiceClock {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-clock-'));
  const file = join(folder, 'seconds-ahead');
  let ahead = 0;
  writeFileSync(file, '0');
  const set = async (seconds: number) => {
    ahead = seconds;
    // At one stroke: a look in between would find no time at all.
    writeFileSync(`${file}.new`, String(seconds));
    renameSync(`${file}.new`, file);
    // After this pause a thread that asks for the time reads the file first.
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
