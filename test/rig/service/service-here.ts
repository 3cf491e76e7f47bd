// A service in the thread of its test, which reuses code that the worker compiled for an earlier service.
import { builtFile } from '../../../src/built/built-file.js';
import type { ClockLead } from '../../../src/io/process/movable-clock.ts';
import type { openService } from '../../../src/open-service.ts';

export interface ServiceTerms {
  readonly variables: Readonly<Record<string, string>>;
  readonly clockLead: ClockLead | undefined;
}

export interface Running {
  /** Stops as on SIGTERM. */
  stop(): Promise<void>;
  /** Ends as on SIGKILL: at once in the middle of work, with all its connections. */
  kill(): Promise<void>;
}

let entry: string | null = null;

/**
 * The URL of the module that opens a service: the built one, as for `npm start`, so that the watcher's thread need not
 * load two thousand sources. Finding it reads all sources, so the result is cached.
 */
export function serviceEntry(): string {
  entry ??= builtFile('open-service') ?? new URL('../../../src/open-service.ts', import.meta.url).href;
  return entry;
}

/** Resolves when the service is ready; throws its error. `hear` receives its log lines. */
export async function openServiceHere(
  terms: ServiceTerms,
  hear: (line: string) => void,
  module = serviceEntry(),
): Promise<Running> {
  const built = (await import(module)) as { readonly openService: typeof openService };
  const roles = await built.openService({ ...terms, logTo: { write: hear } });
  return {
    stop: () => roles.stop(roles.environment.drainSeconds),
    kill: async () => {
      throw new Error('A service in the thread of its test cannot be killed: start it with { killed: true }.');
    },
  };
}
