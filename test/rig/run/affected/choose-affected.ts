// Chooses the test files of a checkout that its changes since a revision can affect.
import { affectedTests, type Reason } from './affected-tests.ts';
import { changedPackages } from './changed-packages.ts';
import { type Change, changesSince, differingSince, filesOf, isRevision, movedSince, textIn } from './changes.ts';
import type { ReachMap } from './map/reach-map.ts';
import { recordedIn } from './recorded.ts';
import { isTest, projectOf } from './source/project.ts';

export interface Choice {
  /** The number of changed files. */
  readonly changed: number;
  /** By test file. */
  readonly affected: ReadonlyMap<string, Reason>;
}

/** Throws with a readable sentence if `root` is no git checkout or does not have the revision. */
export async function chooseAffected(root: string, revision: string, map: ReachMap): Promise<Choice> {
  if (!isRevision(root, 'HEAD'))
    throw new Error('This is no checkout of git with a commit, so nothing is known to have changed.');
  if (!isRevision(root, revision)) throw new Error(`git knows no revision ${revision} here.`);
  const changes = changesSince(root, revision);
  const project = projectOf(filesOf(root), (path) => textIn(root, path));
  const affected = await affectedTests(changes, {
    project,
    recorded: recordedIn(map, movedSince(root, map.commit)),
    stale: new Set(differingSince(root, map.commit).filter(isTest)),
    packages: packagesIn(changes),
  });
  return { changed: changes.length, affected };
}

function packagesIn(changes: readonly Change[]): Set<string> {
  const lock = changes.find(({ path }) => path === 'package-lock.json');
  return lock === undefined || lock.before === null || lock.after === null
    ? new Set()
    : changedPackages(lock.before, lock.after);
}
