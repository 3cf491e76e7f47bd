// A service in a thread of its own in the test's process: it can be killed there as a process can, for less.
import { Worker } from 'node:worker_threads';
import type { ClockLead } from '../../../src/io/process/movable-clock.ts';

export interface ServiceThreadData {
  readonly variables: Readonly<Record<string, string>>;
  readonly clockLead: ClockLead | undefined;
}

/** From the thread: that the service is ready, or a line of its log. */
export type ServiceThreadMessage = { readonly kind: 'opened' } | { readonly kind: 'line'; readonly line: string };

export interface Running {
  /** As SIGTERM does. */
  stop(): Promise<void>;
  /** As SIGKILL does: it is gone in the middle of whatever it did, and its connections with it. */
  kill(): Promise<void>;
}

/** Resolves when the service is ready; throws what it threw. `hear` gets the lines of its log. */
export async function startServiceThread(data: ServiceThreadData, hear: (line: string) => void): Promise<Running> {
  const thread = new Worker(new URL('./service-in-thread.ts', import.meta.url), { workerData: data });
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
