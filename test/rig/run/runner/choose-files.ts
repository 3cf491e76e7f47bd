// Chooses the test files of a run by its command line.
import { cpus } from 'node:os';
import { matchesGlob } from 'node:path';
import { projectRoot, sourceFiles } from '../../house/source-tree.ts';
import type { RecordLine } from '../costs/run-record.ts';
import type { RunAsked } from './run-options.ts';

export interface ChosenFiles {
  readonly paths: readonly string[];
  /** For people, about the choice. */
  readonly lines: readonly string[];
  /** They run first: few other files share their reasons. */
  readonly closest: ReadonlySet<string>;
  /** Whether it is a mistake to choose no file. */
  readonly mustBeSome: boolean;
}

/** Throws with a sentence for people where changes cannot be known. */
export async function chooseFiles(
  { patterns, changedSince }: RunAsked,
  record: ReadonlyMap<string, RecordLine>,
): Promise<ChosenFiles> {
  const all = sourceFiles(['src', 'web', 'sdk', 'test', 'demo', 'bench', 'simulator'], ['.test.ts', '.test.tsx']);
  const paths = all.map((file) => file.path).filter((path) => matches(path, patterns));
  const none = paths.length === 0 ? [`No test file matches ${patterns.join(' ') || 'anything here'}.`] : [];
  if (changedSince === null || paths.length === 0) return { paths, lines: none, closest: new Set(), mustBeSome: true };
  // Loaded for such a run alone: it reads sources with Vite.
  const [{ chooseAffected }, { sayChoice }, { readReachMap }] = await Promise.all([
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
    lines: sayChoice(choice, { revision: changedSince, all: paths.length, record, processors: cpus().length }),
    mustBeSome: false,
  };
}

/** A function that more tests run says little of each. */
const fewTests = 10;

/** Contains one of the arguments, or as a pattern matches one. */
function matches(path: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((wanted) => path.includes(wanted) || matchesGlob(path, wanted));
}
