// Collects the reach of all files of a run, and replaces their entries in the map.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServiceMaps } from '../../../../../src/built/build-service.ts';
import { projectRoot } from '../../../house/source-tree.ts';
import type { FileResult } from '../../runner/file-result.ts';
import { movedSince } from '../changes.ts';
import { readReachMap, writeReachMap } from '../map/map-file.ts';
import { loading, type ReachMap } from '../map/reach-map.ts';
import { isTest } from '../source/project.ts';
import { piecesOf, type Ran, takeFileReach } from './file-reach.ts';
import { startRecorder } from './recorder.js';
import { type PlacedPiece, pieceFinder } from './script-pieces.ts';

export interface RunRecorder {
  /** The folder into which workers write. */
  readonly folder: string;
  /** Records the runner's own work for all files that load this part of the rig. */
  prepare<T>(part: string, act: () => Promise<T>): Promise<T>;
  /** A failed file keeps its earlier record. */
  add(result: FileResult): void;
  /** Returns a readable sentence. Only a run of all files removes functions that no longer run during loading. */
  write(run: { readonly isWhole: boolean }): Promise<string>;
}

/** Builds the service again with source maps, so that its functions can be mapped to sources. */
export async function startRunRecorder(): Promise<RunRecorder> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-reach-'));
  const recorder = startRecorder();
  const maps = await buildServiceMaps();
  const find = pieceFinder(maps);
  const reach = new Map<string, Map<string, Set<string>>>();
  const tests = new Set<string>();
  const failing = new Set<string>();
  const note = (test: string, ran: Ran) => {
    for (const placed of piecesOf(ran, find)) add(reach, placed, [test]);
  };
  // It reads all sources to bundle them.
  tests.add('test/rig/service.ts');
  note('test/rig/service.ts', { ...recorder.take(), reads: [] });
  return {
    folder,
    async prepare(part, act) {
      recorder.take();
      const done = await act();
      tests.add(part);
      note(part, recorder.take());
      return done;
    },
    add({ path, failed }) {
      const reached = takeFileReach(folder, path);
      if (failed > 0 || reached === null) {
        failing.add(path);
        return;
      }
      tests.add(path);
      note(loading, reached.loaded);
      for (const ran of reached.ran) note(path, ran);
    },
    async write({ isWhole }) {
      await Promise.all([folder, maps].map((one) => rm(one, { recursive: true, force: true })));
      const earlier = readReachMap();
      const commit = isWhole || earlier.commit === '' ? headCommit() : earlier.commit;
      const keeps = (name: string) => (name === loading ? !isWhole : !tests.has(name) && isThere(name));
      writeReachMap(withEarlier(earlier, { commit, tests, reach }, keeps));
      const kept = failing.size === 0 ? '' : ` ${failing.size} failed and keep the record that they had.`;
      const count = [...tests].filter(isTest).length;
      return `Recorded the reach of ${count} ${count === 1 ? 'file' : 'files'}.${kept}`;
    },
  };
}

/** Adds the entries that the map keeps from before, at their current paths. */
function withEarlier(
  earlier: ReachMap,
  { commit, tests, reach: recorded }: ReachMap,
  keeps: (name: string) => boolean,
): ReachMap {
  const moved = new Map([...movedSince(projectRoot, earlier.commit)].map(([path, was]) => [was, path]));
  const kept = (names: Iterable<string>) => [...names].map((name) => moved.get(name) ?? name).filter(keeps);
  const reach = new Map<string, Map<string, Set<string>>>();
  for (const [was, pieces] of earlier.reach) {
    const path = moved.get(was) ?? was;
    if (isThere(path)) for (const [piece, names] of pieces) add(reach, { path, piece }, kept(names));
  }
  for (const [path, pieces] of recorded) for (const [piece, names] of pieces) add(reach, { path, piece }, names);
  return { commit, tests: new Set([...kept(earlier.tests), ...tests]), reach };
}

function headCommit(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim();
}

function isThere(path: string): boolean {
  return existsSync(join(projectRoot, path));
}

function add(
  reach: Map<string, Map<string, Set<string>>>,
  { path, piece }: PlacedPiece,
  tests: Iterable<string>,
): void {
  for (const test of tests) {
    const pieces = reach.get(path) ?? new Map<string, Set<string>>();
    reach.set(path, pieces.set(piece, (pieces.get(piece) ?? new Set()).add(test)));
  }
}
