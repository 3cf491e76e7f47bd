// The entry point of the thread that runs a test's service.
import { parentPort, workerData } from 'node:worker_threads';
import { openServiceHere } from './service-here.ts';
import type { ServiceThreadData, ServiceThreadMessage } from './service-thread.ts';

const { module, ...terms } = workerData as ServiceThreadData;
const send = (message: ServiceThreadMessage): void => parentPort?.postMessage(message);

const service = await openServiceHere(terms, (line) => send({ kind: 'line', line }), module);
parentPort?.once('message', () => {
  void service.stop().then(() => process.exit(0));
});
send({ kind: 'opened' });
