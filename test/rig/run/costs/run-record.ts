// Stores the cost of each test file's last run on this machine, as a line of JSON for each.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../house/source-tree.ts';
import type { ReachHashes } from '../affected/reach-hashes.ts';
import type { FileResult } from '../runner/file-result.ts';
import type { FileCost } from '../runner/worker-messages.ts';

export interface RecordLine extends FileCost {
  readonly path: string;
  /** The part of the wall time, in seconds, in which no process of the file used a processor. */
  readonly waitingSeconds: number;
  readonly failed: number;
  /** The hash of everything that the file reached when all its tests passed (reach-hashes.ts). */
  readonly green?: string;
}

const file = join(projectRoot, 'node_modules/.cache/quittance/test-record.jsonl');

/** By path; empty if nothing was recorded here. */
export function readRecord(): Map<string, RecordLine> {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return new Map(lines.map((line) => JSON.parse(line) as RecordLine).map((line) => [line.path, line]));
  } catch {
    return new Map();
  }
}

export function recordLines(results: readonly FileResult[], hashes: ReachHashes): RecordLine[] {
  return results.flatMap((result) => recordLine(result, hashes) ?? []);
}

/** Replaces the lines of the files that ran, and keeps the others. */
export function writeRecord(lines: readonly RecordLine[]): void {
  const record = readRecord();
  for (const line of lines) record.set(line.path, line);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, [...record.values()].map((line) => `${JSON.stringify(line)}\n`).join(''));
  renameSync(`${file}.new`, file);
}

function recordLine({ path, cost, failed, skipped }: FileResult, hashes: ReachHashes): RecordLine | null {
  if (cost === null) return null;
  const green = failed === 0 && skipped.length === 0 ? hashes.get(path) : undefined;
  const waitingSeconds = Math.max(0, cost.wallMs / 1000 - cost.cpuSeconds);
  return { path, ...cost, waitingSeconds, failed, ...(green === undefined ? {} : { green }) };
}
