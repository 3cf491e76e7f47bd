// A service in the very thread of its test: the code that a worker compiled for an earlier service serves this one too.
import { builtFile } from '../../../src/built/built-file.js';
import type { OpenedRoles, ServiceOpening } from '../../../src/open-service.ts';
import type { Running, ServiceThreadData } from './service-thread.ts';

/** Resolves when the service is ready; throws what it threw. `hear` gets the lines of its log. */
export async function openServiceHere(data: ServiceThreadData, hear: (line: string) => void): Promise<Running> {
  const roles = await (await openBuilt())({ ...data, logTo: { write: hear } });
  return {
    stop: () => roles.stop(roles.environment.drainSeconds),
    kill: async () => {
      throw new Error('A service in the thread of its test cannot be killed: start it with { killed: true }.');
    },
  };
}

let loading: Promise<(opening: ServiceOpening) => Promise<OpenedRoles>> | null = null;

/** The built one, as `npm start` takes it; the watcher's thread then need not read two thousand sources. */
function openBuilt(): Promise<(opening: ServiceOpening) => Promise<OpenedRoles>> {
  loading ??= import(builtFile('open-service') ?? '../../../src/open-service.ts').then(
    ({ openService }) => openService as (opening: ServiceOpening) => Promise<OpenedRoles>,
  );
  return loading;
}
