// Restores package.json after `npm pack`.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/built/built-file.js';

export const manifestFile: string = join(root, 'package.json');
/** The project's own package.json while the package is packed. */
export const savedFile: string = join(root, 'dist/package.json');

export function restoreManifest(): void {
  renameSync(savedFile, manifestFile);
}
