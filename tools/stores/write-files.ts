// Compares the printed files with those in the project, and writes them.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import type { StoreFile } from './store-file.ts';

const folder = 'deploy/stores';
/** Files that people or `--published` write. */
const sources = ['description.json', 'published.json', 'icon.svg'].map((name) => `${folder}/${name}`);

/** Returns the paths of files that are missing, differ, or are not printed any more. Pictures need only exist. */
export function staleFiles(files: readonly StoreFile[]): string[] {
  const differ = files.filter(({ path, content }) => {
    const place = join(projectRoot, path);
    if (!existsSync(place)) return true;
    return !path.endsWith('.png') && !readFileSync(place).equals(Buffer.from(content));
  });
  return [...differ.map(({ path }) => path), ...leftOver(files)];
}

/** Returns the changed paths. Removes files that are not printed any more. */
export function writeStoreFiles(files: readonly StoreFile[]): string[] {
  const stale = staleFiles(files);
  for (const { path, content, isExecutable } of files) {
    const place = join(projectRoot, path);
    if (stale.includes(path)) {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
    }
    chmodSync(place, isExecutable === true ? 0o755 : 0o644);
  }
  for (const path of leftOver(files)) {
    rmSync(join(projectRoot, path));
    removeEmpty(dirname(path));
  }
  return stale;
}

function removeEmpty(path: string): void {
  const place = join(projectRoot, path);
  if (readdirSync(place).length > 0) return;
  rmdirSync(place);
  removeEmpty(dirname(path));
}

function leftOver(files: readonly StoreFile[]): string[] {
  const known = new Set([...sources, ...files.map(({ path }) => path)]);
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .filter((path) => !known.has(path));
}
