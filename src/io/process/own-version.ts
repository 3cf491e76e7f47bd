// Which version of the service this is.
import { readFile } from 'node:fs/promises';

const packageFile = new URL('../../../package.json', import.meta.url);
let known: Promise<string> | null = null;

/** As package.json says it. */
export function ownVersion(): Promise<string> {
  known ??= readFile(packageFile, 'utf8').then((text) => (JSON.parse(text) as { version: string }).version);
  return known;
}
