// How stories ask for a service, and what they can do with it.
import type { ClockLead } from '../../../src/io/process/movable-clock.ts';

/** A quittance.json for stories that no chain decides. */
export const withoutNetworks = { networks: {}, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } };

export interface ServiceOptions {
  /**
   * Why this service needs a process of its own: "its memory is watched". Without a reason it runs in the process of
   * its test, which costs a fifth.
   */
  readonly own?: string;
  /** Whether the story kills it: then it runs in a thread of its own, which costs a little more. */
  readonly killed?: boolean;
  /** Why requests fail unforeseen here. Without a reason, one that does fails the story when its service stops. */
  readonly mayFail?: string;
  /** Without it the service runs its own embedded PostgreSQL in its data folder, in a process of its own. */
  readonly databaseUrl?: string;
  /** The content of quittance.json. */
  readonly config?: object;
  /** 'api,watcher,worker' unless given. */
  readonly roles?: string;
  /** Kept when the service stops; without it, a temporary folder that goes with it. */
  readonly dataDir?: string;
  /** The checkout that it is started from: this one unless given. */
  readonly root?: string;
  /** Further environment variables; they win over all others. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its clock, for a service in the process of its test; another one is given its clock by its environment. */
  readonly clockLead?: ClockLead | undefined;
}

export interface ServiceProcess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly apiUrl: string;
  readonly dataDir: string;
  /** The checkout that it runs from. */
  readonly root: string;
  /** The environment it runs with: the command line with the same reaches the same instance. */
  readonly env: Readonly<Record<string, string>>;
  /** All it has printed so far, line by line, over all its starts. */
  readonly lines: readonly string[];
  /** Waits for a line with this text: one is read a little after its effect can be seen elsewhere. */
  says(text: string): Promise<string>;
  /** The process that runs now. Throws for a service in the process of its test. */
  pid(): number;
  /**
   * Signals it and waits until it is gone; returns its exit code, null when the signal ended it. A service in the
   * process of its test takes SIGTERM, and SIGKILL where it is `killed`: that ends its thread in the middle of work.
   */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again at the same address with the same data; a service that still runs is stopped first. */
  restart(): Promise<void>;
  /** SIGTERM, then SIGKILL if it is deaf to that; returns its exit code and clears its temporary folder. */
  stop(): Promise<number | null>;
}
