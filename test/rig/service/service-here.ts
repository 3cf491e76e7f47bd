// A service in the very thread of its test: the code that a worker compiled for an earlier service serves this one too.
import { builtFile } from '../../../src/built/built-file.js';
import type { ClockLead } from '../../../src/io/process/movable-clock.ts';
import type { openService } from '../../../src/open-service.ts';

export interface ServiceTerms {
  readonly variables: Readonly<Record<string, string>>;
  readonly clockLead: ClockLead | undefined;
}

export interface Running {
  /** As SIGTERM does. */
  stop(): Promise<void>;
  /** As SIGKILL does: it is gone in the middle of whatever it did, and its connections with it. */
  kill(): Promise<void>;
}

let entry: string | null = null;

/**
 * The URL of the module that opens a service: the built one, as `npm start` takes it, since the watcher's thread then
 * need not read two thousand sources. To find it, all sources are read, so this is done once.
 */
export function serviceEntry(): string {
  entry ??= builtFile('open-service') ?? new URL('../../../src/open-service.ts', import.meta.url).href;
  return entry;
}

/** Resolves when the service is ready; throws what it threw. `hear` gets the lines of its log. */
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
