// Options and controls of a service under test.
import type { ClockLead } from '../../../src/io/process/movable-clock.ts';

/** A quittance.json for tests without a chain. */
export const withoutNetworks = { networks: {}, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } };

export interface ServiceOptions {
  /**
   * The reason for a separate process, such as "its memory is watched". Without one, the service runs in the process of
   * its test, which costs a fifth.
   */
  readonly own?: string;
  /** Whether the test kills the service. It then runs in a separate thread, which costs slightly more. */
  readonly killed?: boolean;
  /**
   * The reason why unexpected failures of requests are permitted. Without one, such a failure fails the test when its
   * service stops.
   */
  readonly mayFail?: string;
  /** Without it the service starts an embedded PostgreSQL in its data folder, in a separate process. */
  readonly databaseUrl?: string;
  /** The content of quittance.json. */
  readonly config?: object;
  /** Whether the network `test` is on. Without `config`, it is. */
  readonly testNetwork?: boolean;
  /** 'api,watcher,worker' by default. */
  readonly roles?: string;
  /** Kept after the service stops. Without it, a temporary folder is used and removed. */
  readonly dataDir?: string;
  /** The checkout that runs: this one by default. */
  readonly root?: string;
  /** Additional environment variables, which override all others. */
  readonly env?: Readonly<Record<string, string>>;
  /** The clock of a service in the test's process. A separate process gets its clock by its environment. */
  readonly clockLead?: ClockLead | undefined;
}

export interface ServiceProcess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly apiUrl: string;
  readonly dataDir: string;
  /** The checkout that it runs from. */
  readonly root: string;
  /** Its environment. The command line with the same environment reaches the same instance. */
  readonly env: Readonly<Record<string, string>>;
  /** All printed lines so far, over all its starts. */
  readonly lines: readonly string[];
  /** Waits for a line with this text, since a line may arrive after its effect is visible. */
  says(text: string): Promise<string>;
  /** The id of the current process. Throws for a service in the process of its test. */
  pid(): number;
  /**
   * Sends a signal and waits for the end. Returns the exit code; null if the signal ended it. A service in the test's
   * process accepts SIGTERM, and also SIGKILL if it is `killed`, which ends its thread in the middle of work.
   */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again at the same URL with the same data, after stopping it if it still runs. */
  restart(): Promise<void>;
  /** Sends SIGTERM, then SIGKILL if it does not end. Returns its exit code and removes its temporary folder. */
  stop(): Promise<number | null>;
}
