// The order in which files run, the longest first, so that none is left for the end; and how many slots each takes.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../house/source-tree.ts';
import type { RecordLine } from '../costs/run-record.ts';

/** By path: all files that a test file loads, directly or indirectly. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>;

const browser = 'test/rig/browser/browser.ts';
const service = 'test/rig/service.ts';

/** By the wall time of the last run. Without one, by the programs that the files start. */
export function longestFirst(
  paths: readonly string[],
  needs: Needs,
  record: ReadonlyMap<string, RecordLine>,
): string[] {
  const known = new Map(paths.map((path) => [path, record.get(path)?.wallMs ?? guessMillis(path, needs)]));
  return [...paths].sort((a, b) => (known.get(b) ?? 0) - (known.get(a) ?? 0));
}

/** A browser uses a whole processor of its own. */
export function slotsOf(path: string, needs: Needs): number {
  return needs.get(path)?.has(browser) ? 2 : 1;
}

/** Stories are long, and longer the more there is of them. */
function guessMillis(path: string, needs: Needs): number {
  const loads = needs.get(path);
  const perByte = loads?.has(browser) ? 4 : loads?.has(service) ? 2 : 0.02;
  return statSync(join(projectRoot, path)).size * perByte;
}
