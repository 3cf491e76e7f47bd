// Detects memory leaks of a service by its memory use after garbage collection.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../client.ts';
import { projectRoot } from '../house/source-tree.ts';
import type { ServiceProcess } from '../service.ts';

/** Options of a service that make its memory measurable. */
export const watchedMemory = {
  NODE_OPTIONS: `--expose-gc --import=${pathToFileURL(join(projectRoot, 'test/rig/run/collect-garbage.ts'))}`,
};

export interface Memory {
  /** Used heap of the main thread, in bytes. */
  readonly heapBytes: number;
  /** Resident memory of the whole process, in bytes, which decreases slowly. */
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

/** Zero if the metric does not exist yet. */
function gauge(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
