// Chooses the test files of a run by its command line.
import { cpus } from 'node:os';
import { matchesGlob } from 'node:path';
import { projectRoot, sourceFiles } from '../../house/source-tree.ts';
import type { RecordLine } from '../costs/run-record.ts';
import type { RunAsked } from './run-options.ts';

export interface ChosenFiles {
  readonly paths: readonly string[];
  /** Messages about the choice. */
  readonly lines: readonly string[];
  /** Files that run first, because few other files share their reasons. */
  readonly closest: ReadonlySet<string>;
  /** Whether an empty choice is an error. */
  readonly mustBeSome: boolean;
}

/** Throws with a readable sentence if changes cannot be determined. */
export async function chooseFiles(
  { patterns, changedSince }: RunAsked,
  record: ReadonlyMap<string, RecordLine>,
): Promise<ChosenFiles> {
  const all = sourceFiles(['src', 'web', 'sdk', 'test', 'demo', 'bench', 'simulator'], ['.test.ts', '.test.tsx']);
  const paths = all.map((file) => file.path).filter((path) => matches(path, patterns));
  const none = paths.length === 0 ? [`No test file matches ${patterns.join(' ') || 'anything here'}.`] : [];
  if (changedSince === null || paths.length === 0) return { paths, lines: none, closest: new Set(), mustBeSome: true };
  // Loaded only if needed, since it reads sources with Vite.
  const [{ chooseAffected }, { printChoice }, { readReachMap }] = await Promise.all([
    import('../affected/choose-affected.ts'),
    import('../affected/choice-lines.ts'),
    import('../affected/map/map-file.ts'),
  ]);
  const { changed, affected } = await chooseAffected(projectRoot, changedSince, readReachMap());
  const choice = { changed, affected: new Map([...affected].filter(([path]) => paths.includes(path))) };
  const isClose = (path: string) => (choice.affected.get(path)?.shared ?? 0) <= fewTests;
  return {
    paths: [...choice.affected.keys()],
    closest: new Set([...choice.affected.keys()].filter(isClose)),
    lines: printChoice(choice, { revision: changedSince, all: paths.length, record, processors: cpus().length }),
    mustBeSome: false,
  };
}

/** A function that more tests run says little about each. */
const fewTests = 10;

/** Whether the path contains one of the arguments, or matches one as a pattern. */
function matches(path: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((wanted) => path.includes(wanted) || matchesGlob(path, wanted));
}
