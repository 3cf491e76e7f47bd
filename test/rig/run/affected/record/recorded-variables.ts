// Environment variables that extend recording to a process that a test starts.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns the variables unchanged if nothing is recorded. */
export function recordedVariables<T extends Readonly<Record<string, string | undefined>>>(variables: T): T {
  const folder = process.env.TEST_REACH_FOLDER;
  if (folder === undefined) return variables;
  const recorder = `--import=${pathToFileURL(join(import.meta.dirname, 'record-child.js')).href}`;
  const options = variables.NODE_OPTIONS ?? '';
  return {
    ...variables,
    TEST_REACH_FOLDER: folder,
    NODE_OPTIONS: options.includes(recorder) ? options : `${options} ${recorder}`,
  };
}
