// Stores the reach of one test file: its worker writes it, and the runner reads it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest, page, read } from '../map/reach-map.ts';
import type { startRecorder } from './recorder.js';
import type { FindPiece, PlacedPiece } from './script-pieces.ts';

/** Functions that ran and files that were read, in one thread or process. */
export type Ran = ReturnType<ReturnType<typeof startRecorder>['take']>;

export interface FileReach {
  /** During the load of the imported modules. */
  readonly loaded: Ran;
  /** After that, in the worker and in each thread and process that it started. */
  readonly ran: readonly Ran[];
}

export function writeFileReach(folder: string, test: string, reach: FileReach): void {
  writeFileSync(placeOf(folder, test), JSON.stringify(reach));
}

/** Reads and deletes the file; null if the worker ended before writing it. */
export function takeFileReach(folder: string, test: string): FileReach | null {
  const file = placeOf(folder, test);
  if (!existsSync(file)) return null;
  const reach = JSON.parse(readFileSync(file, 'utf8')) as FileReach;
  rmSync(file);
  return reach;
}

export function piecesOf({ functions, reads }: Ran, find: FindPiece): PlacedPiece[] {
  const ran = Object.entries(functions).flatMap(([script, offsets]) =>
    offsets.flatMap((offset) => find(script, offset) ?? []),
  );
  return [...ran, ...reads.flatMap(readPiece)];
}

/** A file that was built for a page counts as the page. */
function readPiece(path: string): PlacedPiece[] {
  if (path === 'package.json#manifest') return [{ path: 'package.json', piece: manifest }];
  const [, folder] = /^(web\/\w+\/)dist\//.exec(path) ?? [];
  if (folder !== undefined) return [{ path: folder, piece: page }];
  return /(?:^|\/)(?:dist|data)\//.test(path) ? [] : [{ path, piece: read }];
}

function placeOf(folder: string, test: string): string {
  return join(folder, `${test.replaceAll('/', ' ')}.json`);
}
