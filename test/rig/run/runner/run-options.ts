// Reads the command line of a test run.
import { parseArgs } from 'node:util';

export interface RunAsked {
  /** Parts of paths, or patterns of them; none selects all files. */
  readonly patterns: readonly string[];
  /** Runs only tests with names that match this regular expression. */
  readonly only: string | undefined;
  readonly slots: number | undefined;
  /** Runs only the files that changes since this revision can affect; null if not requested. */
  readonly changedSince: string | null;
  /** Leaves out files that passed and whose reach has not changed since. */
  readonly sinceGreen: boolean;
  /** Records the reach of the files. */
  readonly recordReach: boolean;
  /** Whether no file is left out. */
  readonly isWhole: boolean;
}

/** `isRevision` decides whether the word after --changed is a revision or a pattern. Throws on an unknown option. */
export function readRunOptions(args: readonly string[], isRevision: (word: string) => boolean): RunAsked {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    tokens: true,
    options: {
      only: { type: 'string' },
      slots: { type: 'string' },
      changed: { type: 'boolean', default: false },
      'since-green': { type: 'boolean', default: false },
      'record-reach': { type: 'boolean', default: false },
    },
  });
  const { only, slots, changed, 'since-green': sinceGreen, 'record-reach': recordReach } = values;
  const next = tokens[tokens.findIndex((token) => token.kind === 'option' && token.name === 'changed') + 1];
  const revision = changed && next?.kind === 'positional' && isRevision(next.value) ? next : null;
  const patterns = tokens.flatMap((token) => (token.kind === 'positional' && token !== revision ? token.value : []));
  return {
    patterns,
    only,
    sinceGreen,
    recordReach,
    slots: slots === undefined ? undefined : Number(slots),
    changedSince: changed ? (revision?.value ?? 'HEAD') : null,
    isWhole: positionals.length === 0 && only === undefined && !changed && !sinceGreen,
  };
}
