// Whether a service keeps what it should have let go: its memory, looked at when everything that nobody holds is
// collected.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../client.ts';
import { projectRoot } from '../house/source-tree.ts';
import type { ServiceProcess } from '../service.ts';

/** What a service is started with in order to be looked at. */
export const watchedMemory = {
  NODE_OPTIONS: `--expose-gc --import=${pathToFileURL(join(projectRoot, 'test/rig/run/collect-garbage.ts'))}`,
};

export interface Memory {
  /** What is held on the heap of the main thread. */
  readonly heapBytes: number;
  /** What the system lends to the whole process; it takes its time to come down. */
  readonly residentBytes: number;
}

export async function memoryOf(service: Pick<ServiceProcess, 'url' | 'pid'>): Promise<Memory> {
  const collections = async () => gauge(await metrics(service.url), 'nodejs_gc_duration_seconds_count{kind="major"}');
  const before = await collections();
  const collect = async () => {
    process.kill(service.pid(), 'SIGUSR2');
    return (await collections()) > before;
  };
  await until(collect, 'the garbage to be collected', { everyMs: 500 });
  const text = await metrics(service.url);
  return {
    heapBytes: gauge(text, 'nodejs_heap_size_used_bytes'),
    residentBytes: gauge(text, 'process_resident_memory_bytes'),
  };
}

async function metrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

/** Nought for what was not counted yet. */
function gauge(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
