// Lists the documents in docs/ and reads their texts, with included files.
import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../../../../docs/', import.meta.url);

/** Paths below docs/ with forward slashes, sorted. */
export async function documentNames(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .toSorted();
}

/** The text with included files, as in `{{file:receivers/receiver.go}}`. Throws if a file does not exist. */
export async function documentText(path: string): Promise<string> {
  const text = await read(path);
  const base = path.slice(0, path.lastIndexOf('/') + 1);
  const names = new Set([...text.matchAll(shownFile)].map(([, name = '']) => name));
  const files = new Map(await Promise.all([...names].map(async (name) => [name, await read(base + name)] as const)));
  return text.replaceAll(shownFile, (_, name: string) => (files.get(name) ?? '').trimEnd());
}

const shownFile = /\{\{file:([\w./-]+)\}\}/g;

function read(path: string): Promise<string> {
  return readFile(new URL(path, folder), 'utf8');
}
