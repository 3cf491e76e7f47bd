// The entry point of the thread that runs a story's service.
import { parentPort, workerData } from 'node:worker_threads';
import { builtFile } from '../../../src/built/built-file.js';
import type { openService } from '../../../src/open-service.ts';
import type { ServiceThreadData, ServiceThreadMessage } from './service-thread.ts';

const { variables, clockLead } = workerData as ServiceThreadData;
const send = (message: ServiceThreadMessage): void => parentPort?.postMessage(message);
const logTo = { write: (line: string) => send({ kind: 'line', line }) };

// The built one, as `npm start` takes it: the watcher's thread then need not read two thousand sources.
const built = (await import(builtFile('open-service') ?? '../../../src/open-service.ts')) as {
  readonly openService: typeof openService;
};
const roles = await built.openService({ variables, logTo, clockLead });
parentPort?.once('message', () => {
  void roles.stop(roles.environment.drainSeconds).then(() => process.exit(0));
});
send({ kind: 'opened' });
