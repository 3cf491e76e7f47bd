// Stores Node's compile cache in the data folder, so that later starts and the command line need not compile again.
import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

/**
 * Call this before the code is loaded. Sets the folder in `variables` for threads and child processes. Stores nothing
 * if the data folder does not exist, or if another user owns it, because cached code is executed. An operator's own
 * setting (NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE) is left unchanged. Never throws.
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
    // Without a writable folder, the start only takes longer.
  }
}

function isOurOwn(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.();
}
