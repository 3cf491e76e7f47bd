// Reads the version of the service.
import { readFile } from 'node:fs/promises';

const packageFile = new URL('../../../package.json', import.meta.url);
let known: Promise<string> | null = null;

/** Returns the version in package.json. */
export function ownVersion(): Promise<string> {
  known ??= readFile(packageFile, 'utf8').then((text) => (JSON.parse(text) as { version: string }).version);
  return known;
}
