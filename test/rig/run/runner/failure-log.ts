// Logs the failures of a run as they happen, so that a long run can be analyzed before it ends.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inspect } from 'node:util';
import { projectRoot } from '../../house/source-tree.ts';
import type { FileResult } from './file-result.ts';

const file = join(projectRoot, 'node_modules/.cache/quittance/failures.txt');

export interface FailureLog {
  /** Relative to the project's root. */
  readonly path: string;
  add(result: FileResult): void;
}

/** Starts an empty log, which holds the failures of one run. */
export function startFailureLog(): FailureLog {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return {
    path: relative(projectRoot, file),
    add(result) {
      if (result.failed > 0) appendFileSync(file, failuresOf(result));
    },
  };
}

function failuresOf({ path, events }: FileResult): string {
  return events
    .filter(({ type }) => type === 'test:fail' || type === 'test:stderr')
    .map(({ type, data }) => {
      const { name, message, details } = data as { name?: string; message?: string; details?: { error?: unknown } };
      return type === 'test:stderr' ? message : `✖ ${path}: ${name}\n${inspect(details?.error, { depth: 4 })}\n\n`;
    })
    .join('');
}
