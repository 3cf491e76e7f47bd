// Runs test files one after the other in this process, each as a separate suite, so that shared modules are loaded
// once. The runner sends the files and receives every event of their tests.

import { join } from 'node:path';
import { afterEach, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Agent, setGlobalDispatcher } from 'undici';
import { projectRoot } from '../../house/source-tree.ts';
import type { FileRecorder } from '../affected/record/record-file.ts';
import { cpuSecondsSoFar, difference, startsSoFar } from '../costs/costs.ts';
import { callWitnesses } from './on-failure.ts';
import type { FileCost, FromWorker, ToWorker } from './worker-messages.ts';

// Servers close idle connections after a while. Tests close theirs earlier, so that no request uses a closing
// connection.
setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 }));

const fileTimeoutMs = Number(process.env.TEST_FILE_TIMEOUT_MS);
const [, , reachFolder] = process.argv;
const recorder = reachFolder === undefined ? null : await startRecorder(reachFolder);

for (let path = await nextFile(); path !== null; path = await nextFile()) {
  const before = { cpuSeconds: cpuSecondsSoFar(), starts: startsSoFar(), at: performance.now() };
  const url = pathToFileURL(join(projectRoot, path)).href;
  await recorder?.begin(path);
  await suite(path, { timeout: fileTimeoutMs }, async () => {
    afterEach(callWitnesses);
    await import(url);
  });
  recorder?.end();
  const cost: FileCost = {
    wallMs: performance.now() - before.at,
    cpuSeconds: cpuSecondsSoFar() - before.cpuSeconds,
    starts: difference(startsSoFar(), before.starts),
    residentBytes: process.memoryUsage.rss(),
  };
  send({ kind: 'ended', path, cost });
}

async function startRecorder(folder: string): Promise<FileRecorder> {
  return (await import('../affected/record/record-file.ts')).startFileRecorder(folder);
}

function nextFile(): Promise<string | null> {
  return new Promise((resolve) => {
    process.once('message', ({ path }: ToWorker) => resolve(path));
    send({ kind: 'ready' });
  });
}

function send(message: FromWorker): void {
  process.send?.(message);
}
