// A service in a thread of its own in the test's process: it can be killed there as a process can, for less.
import { Worker } from 'node:worker_threads';
import { type Running, type ServiceTerms, serviceEntry } from './service-here.ts';

export interface ServiceThreadData extends ServiceTerms {
  /** The URL of the module that opens a service. */
  readonly module: string;
}

/** From the thread: that the service is ready, or a line of its log. */
export type ServiceThreadMessage = { readonly kind: 'opened' } | { readonly kind: 'line'; readonly line: string };

/** Resolves when the service is ready; throws what it threw. `hear` gets the lines of its log. */
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
  // An error that a running service does not catch fails the test; as a process, the service would have ended.
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
