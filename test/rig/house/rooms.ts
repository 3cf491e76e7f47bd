// The rooms of `src/features`: what is in each, and which of them import which.
import { importsOf } from './source-text.ts';
import { importTarget, type SourceFile } from './source-tree.ts';

/** The room that a file is part of; null for a file outside all rooms. */
export function roomOf(path: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** One import from one room into another, as 'file imports file'. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly place: string;
}

/** Every import between rooms, those of types included. */
export function arrowsBetweenRooms(files: readonly SourceFile[]): Arrow[] {
  return files.flatMap(({ path, text }) =>
    importsOf(text).flatMap(({ specifier, line }) => {
      const target = importTarget(path, specifier);
      const [from, to] = [roomOf(path), target === null ? null : roomOf(target)];
      return from === null || to === null || from === to
        ? []
        : [{ from, to, place: `${path}:${line} imports ${target}` }];
    }),
  );
}

/** Rooms that import each other both ways, each pair once, as 'a <-> b'. */
export function twoWayPairs(arrows: readonly Arrow[]): string[] {
  const known = new Set(arrows.map(({ from, to }) => `${from} ${to}`));
  const pairs = arrows.filter(({ from, to }) => from < to && known.has(`${to} ${from}`));
  return [...new Set(pairs.map(({ from, to }) => `${from} <-> ${to}`))].sort();
}
