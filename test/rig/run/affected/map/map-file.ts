// Reads and writes the file with the recorded map. It is committed, so that a new clone has it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../house/source-tree.ts';
import { formatReachMap, parseReachMap } from './map-text.ts';
import type { ReachMap } from './reach-map.ts';

const file = join(projectRoot, 'test/rig/run/affected/generated/reach.json');

/** Without entries if none was recorded. */
export function readReachMap(): ReachMap {
  const text = textOf(file);
  return text === null ? { commit: '', tests: new Set(), reach: new Map() } : parseReachMap(text);
}

export function writeReachMap(map: ReachMap): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, formatReachMap(map, textOf(file)));
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
