// Compares two versions of a source file by their pieces and their imports.
import type { Binding } from './bindings.ts';
import { type Source, statements } from './pieces.ts';

export interface ChangedPieces {
  /** Without new functions, since a function that calls a new one has changed itself. */
  readonly functions: readonly string[];
  /** Names with a different value: data, and imports from another file. */
  readonly names: readonly string[];
  /** Exported names that now come from another file. */
  readonly exports: readonly string[];
}

/** A moved file is the same file: `earlierOf` returns the earlier path of a file. */
export function changedPieces(before: Source, after: Source, earlierOf: (path: string) => string): ChangedPieces {
  const pieces = [...before.pieces.values()].filter(({ name, text }) => after.pieces.get(name)?.text !== text);
  const added = before.pieces.has(statements) ? undefined : after.pieces.get(statements);
  const data = [...pieces, ...(added === undefined ? [] : [added])].filter(({ isFunction }) => !isFunction);
  const runsAnew = data.some(({ name }) => name === statements);
  const names = runsAnew
    ? [...after.pieces.keys()].filter((name) => !name.includes('.'))
    : data.map(({ name }) => name);
  const moved = (one: string | Binding | undefined) =>
    typeof one === 'object' ? `${one.name} of ${earlierOf(one.path)}` : one;
  const differing = <T extends string | Binding>(earlier: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>) =>
    [...earlier].flatMap(([name, one]) => {
      const was = typeof one === 'object' ? `${one.name} of ${one.path}` : one;
      return now.has(name) && moved(now.get(name)) !== was ? [name] : [];
    });
  return {
    functions: pieces.flatMap(({ name, isFunction }) => (isFunction ? name : [])),
    names: [...names, ...differing(before.imports, after.imports)],
    exports: differing(before.exports, after.exports),
  };
}
