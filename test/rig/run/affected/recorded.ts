// Queries the recorded map by current paths.
import { loading, type Names, type ReachMap } from './map/reach-map.ts';

export interface Recorded {
  isRecorded(test: string): boolean;
  /**
   * The tests that reached a piece, and parts of the rig that the runner prepares for tests and that reached it. A
   * nested function without its own record runs at most where its outer one does.
   */
  testsOf(path: string, piece: string): readonly string[];
  isKnown(path: string, piece: string): boolean;
  /** Whether the piece runs while modules are loaded. */
  runsOnLoading(path: string, piece: string): boolean;
}

/** `moved` has the earlier paths of files that were moved since the map was recorded. */
export function recordedIn({ reach, tests }: ReachMap, moved: ReadonlyMap<string, string>): Recorded {
  const now = new Map([...moved].map(([path, earlier]) => [earlier, path]));
  const namesOf = (path: string, piece: string): Names | undefined => {
    const pieces = reach.get(path) ?? reach.get(moved.get(path) ?? '');
    let known = piece;
    while (known.includes('.') && !pieces?.has(known)) known = known.slice(0, known.lastIndexOf('.'));
    return pieces?.get(known);
  };
  return {
    isRecorded: (test) => tests.has(test) || tests.has(moved.get(test) ?? ''),
    testsOf: (path, piece) =>
      [...(namesOf(path, piece) ?? [])].filter((name) => name !== loading).map((name) => now.get(name) ?? name),
    isKnown: (path, piece) => namesOf(path, piece) !== undefined,
    runsOnLoading: (path, piece) => namesOf(path, piece)?.has(loading) ?? false,
  };
}
