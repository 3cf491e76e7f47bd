// The changes of a git checkout since a revision, including the working tree and untracked files.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Change {
  /** Relative to the root of the checkout; the earlier path if the file was deleted. */
  readonly path: string;
  /** Differs from `path` if the file was moved. */
  readonly earlierPath: string;
  /** null if the file did not exist. */
  readonly before: string | null;
  /** null if the file no longer exists. */
  readonly after: string | null;
}

/** Whether `word` names a commit; false outside of a checkout. */
export function isRevision(root: string, word: string): boolean {
  try {
    git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${word}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

/** Throws if `root` is no checkout or the revision does not exist. */
export function changesSince(root: string, revision: string): Change[] {
  const differing = diffLines(root, ['--find-renames', revision]).map(([kind = '', ...paths]) => {
    const [earlierPath = '', path = earlierPath] = paths;
    return { path, earlierPath, isAdded: kind === 'A' };
  });
  const unknown = pathsOf(git(root, ['ls-files', '--others', '--exclude-standard', '-z']));
  const added = unknown.map((path) => ({ path, earlierPath: path, isAdded: true }));
  return [...differing, ...added].map(({ isAdded, ...paths }) => ({
    ...paths,
    before: isAdded ? null : textAt(root, revision, paths.earlierPath),
    after: textIn(root, paths.path),
  }));
}

/** The earlier paths of moved files, by their current paths. Empty if the revision is unknown. */
export function movedSince(root: string, revision: string): Map<string, string> {
  if (!isRevision(root, revision)) return new Map();
  const moved = diffLines(root, ['--find-renames', '--diff-filter=R', revision]);
  return new Map(moved.map(([, earlier = '', now = '']) => [now, earlier]));
}

/** The paths of files that changed since then. Empty if the revision is unknown. */
export function differingSince(root: string, revision: string): string[] {
  return isRevision(root, revision)
    ? diffLines(root, ['--no-renames', revision]).flatMap(([, path]) => path ?? [])
    : [];
}

/** All files of the checkout except ignored ones. */
export function filesOf(root: string): string[] {
  return pathsOf(git(root, ['ls-files', '--cached', '--others', '--exclude-standard', '-z']));
}

/** null if the file does not exist. */
export function textIn(root: string, path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
}

/** The kind of change, and one or two paths. */
function diffLines(root: string, given: readonly string[]): string[][] {
  const words = pathsOf(git(root, ['diff', '--name-status', '--no-ext-diff', '-z', ...given, '--']));
  const lines: string[][] = [];
  while (words.length > 0) lines.push(words.splice(0, /^[RC]/.test(words[0] ?? '') ? 3 : 2));
  return lines;
}

function textAt(root: string, revision: string, path: string): string | null {
  try {
    return git(root, ['show', `${revision}:${path}`]);
  } catch {
    return null;
  }
}

function git(root: string, args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
  });
}

function pathsOf(output: string): string[] {
  return output.split('\0').filter(Boolean);
}
