// Finds the source piece of a function that V8 counted, in a source or in the built service.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, posix } from 'node:path';
import { projectRoot } from '../../../house/source-tree.ts';
import { drawing } from '../map/reach-map.ts';
import { type Source, sourceOf } from '../source/pieces.ts';

export interface PlacedPiece {
  /** Relative to the project's root. */
  readonly path: string;
  readonly piece: string;
}

/** Finds the function that begins at `offset` of a script; null if it is in no source of the project. */
export type FindPiece = (script: string, offset: number) => PlacedPiece | null;

/** `maps` is the folder with the built service and its source maps. */
export function pieceFinder(maps: string): FindPiece {
  const finders = new Map<string, Find>();
  const known = new Map<string, PlacedPiece | null>();
  return (script, offset) => {
    const key = `${script}:${offset}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const find = finders.get(script) ?? finderOf(script, maps);
    finders.set(script, find);
    const piece = find(offset);
    known.set(key, piece);
    return piece;
  };
}

type Find = (offset: number) => PlacedPiece | null;

function finderOf(script: string, maps: string): Find {
  const [, chunk] = /^dist\/service\/\w+\/([^/]+)$/.exec(script) ?? [];
  if (chunk !== undefined) return chunkPieces(join(maps, chunk));
  const [, page] = /^(web\/\w+\/)dist\/\w+\/server\//.exec(script) ?? [];
  if (page !== undefined) return () => ({ path: `${page}server/`, piece: drawing });
  return isSource(script) ? sourcePieces(script) : () => null;
}

/** Test files do not count as sources, because each test always runs its own functions. */
function isSource(path: string): boolean {
  return /\.[jt]s$/.test(path) && !/\.test\.ts$|(?:^|\/)(?:node_modules|dist)\//.test(path);
}

function sourcePieces(path: string): Find {
  const source = parsed(path);
  return (offset) => {
    const piece = source?.pieceAt(offset) ?? null;
    return piece === null ? null : { path, piece };
  };
}

/** The bundler renames a second `name` in a chunk to `name$1`. */
function chunkPieces(file: string): Find {
  const map = mapOf(file);
  const text = readFileSync(file, 'utf8');
  const source = map === null ? null : sourceOf(file, text);
  const lines = lineStarts(text);
  return (offset) => {
    const piece = source?.pieceAt(offset) ?? null;
    if (piece === null || map === null) return null;
    const line = lines.findLastIndex((at) => at <= offset);
    const entry = map.findEntry(line, offset - (lines[line] ?? 0));
    if (!('originalSource' in entry)) return null;
    const path = posix.join('dist/service/maps', entry.originalSource);
    return isSource(path) ? { path, piece: piece.replaceAll(/\$\d+(?=\.|$)/g, '') } : null;
  };
}

function mapOf(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return null;
  }
}

function lineStarts(text: string): number[] {
  return [...text.matchAll(/^/gm)].map(({ index }) => index);
}

function parsed(path: string): Source | null {
  try {
    return sourceOf(path, readFileSync(join(projectRoot, path), 'utf8'));
  } catch {
    return null;
  }
}
