// Keeps what Node compiled of our code in the data folder: the next start, and the command line, need not compile it
// again.
import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * To be called before the code is loaded; threads and child processes follow `variables`, which names the folder from
 * then on. Nothing is kept where there is no data folder yet, or where somebody else owns it: what lies there is run. A
 * cache that the operator chose (NODE_COMPILE_CACHE) or switched off (NODE_DISABLE_COMPILE_CACHE) stays as it is. Never
 * throws.
 */
export function keepCompiledCode(variables: Record<string, string | undefined>): void {
  if (variables.NODE_COMPILE_CACHE || variables.NODE_DISABLE_COMPILE_CACHE) return;
  const dataDir = resolve(variables.DATA_DIR || 'data');
  const folder = join(dataDir, 'compiled');
  try {
    if (!isOurOwn(dataDir)) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOurOwn(folder) && enableCompileCache(folder).directory !== undefined) variables.NODE_COMPILE_CACHE = folder;
  } catch {
    // A folder that is missing or cannot be written to only costs time.
  }
}

function isOurOwn(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.();
}
