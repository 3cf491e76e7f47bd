// A service in a separate thread of the test's process, which can be killed like a process at less cost.
import { Worker } from 'node:worker_threads';
import { type Running, type ServiceTerms, serviceEntry } from './service-here.ts';

export interface ServiceThreadData extends ServiceTerms {
  /** The URL of the module that opens a service. */
  readonly module: string;
}

/** Messages from the thread: the service is ready, or a line of its log. */
export type ServiceThreadMessage = { readonly kind: 'opened' } | { readonly kind: 'line'; readonly line: string };

/** Resolves when the service is ready; throws its error. `hear` receives its log lines. */
export async function startServiceThread(terms: ServiceTerms, hear: (line: string) => void): Promise<Running> {
  const workerData: ServiceThreadData = { ...terms, module: serviceEntry() };
  const thread = new Worker(new URL('./service-in-thread.ts', import.meta.url), { workerData });
  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    thread.on('message', (message: ServiceThreadMessage) => {
      if (message.kind === 'line') hear(message.line);
      else resolve();
    });
    thread.on('error', reject);
    thread.once('exit', () => reject(new Error('The thread of the service ended before it was ready.')));
  });
  // An uncaught error of a running service fails the test. In a separate process, the service would have ended.
  thread.removeAllListeners('error');
  return {
    async stop() {
      thread.postMessage('stop');
      await gone;
    },
    async kill() {
      await thread.terminate();
    },
  };
}
