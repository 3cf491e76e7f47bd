// Records test files one by one in the worker that runs them, with the threads and processes that they start.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtFile } from '../../../../../src/built/built-file.js';
import { importsOf } from '../../../house/source-text.ts';
import { importTarget, loadedBy, projectRoot } from '../../../house/source-tree.ts';
import { type Ran, writeFileReach } from './file-reach.ts';
import { recordedVariables } from './recorded-variables.ts';
import { startRecorder } from './recorder.js';

export interface FileRecorder {
  /** Must be called before the file is imported. */
  begin(path: string): Promise<void>;
  /** Writes the reach of the file. */
  end(): void;
}

/** Writes into `folder`. Processes that are started from now on are recorded, by means of environment variables. */
export function startFileRecorder(folder: string): FileRecorder {
  const recorder = startRecorder();
  let path = '';
  let loaded = recorder.take();
  let ofOthers = '';
  return {
    async begin(next) {
      recorder.take();
      await loadImportsOf(next);
      loaded = recorder.take();
      path = next;
      ofOthers = mkdtempSync(join(folder, 'processes-'));
      process.env.TEST_REACH_FOLDER = ofOthers;
      process.env.NODE_OPTIONS = recordedVariables(process.env).NODE_OPTIONS;
    },
    end() {
      const own = withoutWorker(recorder.take());
      const others = readdirSync(ofOthers).map((name) => JSON.parse(readFileSync(join(ofOthers, name), 'utf8')) as Ran);
      rmSync(ofOthers, { recursive: true, force: true });
      writeFileReach(folder, path, { loaded: { ...loaded, reads: [] }, ran: [own, ...others] });
    },
  };
}

/** Removes the worker's own code, which runs for every file. */
function withoutWorker({ functions, reads }: Ran): Ran {
  const ofTests = Object.entries(functions).filter(([script]) => !ofTheWorker.test(script));
  return { functions: Object.fromEntries(ofTests), reads };
}

const ofTheWorker = /^test\/rig\/run\/runner\/(?:worker|events\.reporter)\.ts$/;

let isServiceLoaded = false;

/**
 * A worker loads each module only once. Without this, only the first test would show functions that run during loading.
 */
async function loadImportsOf(path: string): Promise<void> {
  for (const { specifier, typeOnly } of importsOf(readFileSync(join(projectRoot, path), 'utf8'))) {
    const target = typeOnly ? null : importTarget(path, specifier);
    // If the module cannot be loaded, the test file fails anyway.
    if (target !== null) await import(pathToFileURL(join(projectRoot, target)).href).catch(() => undefined);
  }
  if (isServiceLoaded || !loadedBy(path).has('test/rig/service.ts')) return;
  isServiceLoaded = true;
  const built = builtFile('open-service');
  if (built === null) return;
  const folder = fileURLToPath(new URL('.', built));
  for (const name of readdirSync(folder).filter((one) => one.startsWith('part-')))
    await import(pathToFileURL(join(folder, name)).href);
}
