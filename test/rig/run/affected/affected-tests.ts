// Chooses the tests that a change can affect, by their recorded reach and by their imports.
import { posix } from 'node:path';
import type { Change } from './changes.ts';
import { drawing, manifest, type Names, page, read } from './map/reach-map.ts';
import type { Recorded } from './recorded.ts';
import { type ChangedPieces, changedPieces } from './source/changed-pieces.ts';
import { plainSource, type Source } from './source/pieces.ts';
import { isCode, isTest, type Project } from './source/project.ts';
import { type Spread, spread, whole } from './spread.ts';

export interface Grounds {
  readonly project: Project;
  readonly recorded: Recorded;
  /** Tests that changed since they were recorded. For these, imported functions count in addition. */
  readonly stale: Names;
  /** Packages with a changed version, and packages that depend on these. */
  readonly packages: Names;
}

const browser = 'test/rig/browser/browser.ts';
const changedItself = 'it changed';

export interface Reason {
  readonly why: string;
  /** The number of tests with this reason. A reason with few tests is more specific. */
  readonly shared: number;
}

/**
 * A test file, or a part of the rig that the runner prepares for all tests that load it, and the reason that affects
 * it.
 */
type Finding = readonly [name: string, why: string];

/** Returns the most specific reason of each affected test file. */
export async function affectedTests(changes: readonly Change[], grounds: Grounds): Promise<Map<string, Reason>> {
  const { project } = grounds;
  const code = await changedCode(changes);
  const reached = await spread(code, project, grounds.recorded);
  const loads = new Map(project.tests.map((test) => [test, project.closureOf([test])]));
  const loading = (part: string) => project.tests.filter((test) => loads.get(test)?.has(part));
  const findings: Finding[] = [
    ...[...code.keys()].filter(isTest).map((path): Finding => [path, changedItself]),
    ...running(reached, grounds.recorded),
    ...changes.flatMap((change) => reading(change, grounds.recorded)),
    ...showing(changes, code, grounds, (test) => loads.get(test)?.has(browser) === true),
    ...(await importing(reached, grounds)),
    ...using(loads, grounds),
    ...loadingUnrecorded(code, loads, grounds.recorded),
  ];
  const found = findings.flatMap(([name, why]) =>
    (isTest(name) ? [name] : loading(name)).filter((test) => loads.has(test)).map((test) => ({ test, why })),
  );
  const affected = new Map<string, Reason>();
  for (const [why, tests] of Map.groupBy(found, (one) => one.why)) {
    const shared = why === changedItself ? 1 : new Set(tests.map(({ test }) => test)).size;
    for (const { test } of tests)
      if (shared < (affected.get(test)?.shared ?? Number.POSITIVE_INFINITY)) affected.set(test, { why, shared });
  }
  return affected;
}

/** Excludes files in which only types, comments or formatting changed. */
async function changedCode(changes: readonly Change[]): Promise<Map<string, ChangedPieces>> {
  const earlier = new Map(changes.map(({ path, earlierPath }) => [path, earlierPath]));
  const changed = new Map<string, ChangedPieces>();
  for (const { path, earlierPath, before, after } of changes.filter((one) => isCode(one.path))) {
    const pieces = changedPieces(
      before === null ? nothing : await plainSource(earlierPath, before),
      after === null ? nothing : await plainSource(path, after),
      (one) => earlier.get(one) ?? one,
    );
    const isNew = before === null || path !== earlierPath;
    if ((isNew && isTest(path)) || Object.values(pieces).some((names) => names.length > 0)) changed.set(path, pieces);
  }
  return changed;
}

const nothing: Source = { pieces: new Map(), imports: new Map(), exports: new Map(), pieceAt: () => null };

function running(reached: Spread, recorded: Recorded): Finding[] {
  return [...reached].flatMap(([path, pieces]) =>
    [...pieces].flatMap(([piece, cause]) => {
      const why = `runs ${piece} of ${path}${cause === path ? '' : `, which uses ${cause}`}`;
      if (piece === whole) return [[path, `uses ${cause}`] as const];
      return recorded.testsOf(path, piece).map((name) => [name, why] as const);
    }),
  );
}

function reading({ path, earlierPath, before, after }: Change, recorded: Recorded): Finding[] {
  const cameOrWent = before === null || after === null || path !== earlierPath;
  const folders = cameOrWent ? [path, earlierPath].map((one) => listedAbove(one, recorded)) : [];
  const isOtherManifest = path === 'package.json' && withoutPackages(before) !== withoutPackages(after);
  const places = new Set([...foldersAbove(path), ...foldersAbove(earlierPath), path, earlierPath, ...folders]);
  return [
    ...[...places].flatMap((one) => recorded.testsOf(one, read).map((name) => ({ name, one }))),
    ...(isOtherManifest ? recorded.testsOf(path, manifest).map((name) => ({ name, one: path })) : []),
  ].map(({ name, one }): Finding => [name, `reads ${one}`]);
}

/** A folder without a trailing slash was copied as a whole, or passed to a process. */
function foldersAbove(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** A new folder changes the listing of its parent folder. */
function listedAbove(path: string, recorded: Recorded): string {
  const folder = posix.dirname(path);
  return folder === '.' || recorded.isKnown(`${folder}/`, read) ? `${folder}/` : listedAbove(folder, recorded);
}

function withoutPackages(text: string | null): string {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts, ...others } = JSON.parse(
    text ?? '{}',
  ) as Record<string, unknown>;
  return JSON.stringify(others);
}

/** Code that runs in a browser is not recorded, so a test that opens a page is assumed to run all of it. */
function showing(
  changes: readonly Change[],
  code: ReadonlyMap<string, unknown>,
  { project, recorded }: Grounds,
  showsPages: (test: string) => boolean,
): Finding[] {
  const changed = changes.map(({ path }) => path).filter((path) => !isTest(path) && (code.has(path) || !isCode(path)));
  const pages = new Set(project.codeBelow('web/').flatMap((path) => /^web\/[^/]+\//.exec(path) ?? []));
  const causeIn = (folder: string) => {
    const files = project.closureOf(project.codeBelow(folder));
    return changed.find((path) => path.startsWith(folder) || files.has(path));
  };
  return [...pages].flatMap((folder): Finding[] => {
    const [shown, drawn] = [causeIn(folder), causeIn(`${folder}server/`)];
    const showers = shown === undefined ? [] : recorded.testsOf(folder, page).filter(showsPages);
    const drawers = drawn === undefined ? [] : recorded.testsOf(`${folder}server/`, drawing);
    return [
      ...showers.map((name): Finding => [name, `shows ${folder}, which has ${shown}`]),
      ...drawers.map((name): Finding => [name, `draws ${folder}, which has ${drawn}`]),
    ];
  });
}

async function importing(reached: Spread, { project, stale }: Grounds): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const test of project.tests.filter((path) => stale.has(path))) {
    const bound = [...((await project.sourceOf(test))?.imports.values() ?? [])];
    const used = bound.find(({ path, name }) =>
      [...(reached.get(path)?.keys() ?? [])].some((piece) => piece.split('.')[0] === name),
    );
    if (used !== undefined) found.push([test, `imports ${used.name} of ${used.path}`]);
  }
  return found;
}

function using(loads: ReadonlyMap<string, Names>, { project, packages }: Grounds): Finding[] {
  if (packages.size === 0) return [];
  return [...loads].flatMap(([test, files]) => {
    const used = [...files].flatMap((path) => project.packagesOf(path)).find((name) => packages.has(name));
    return used === undefined ? [] : [[test, `uses the package ${used}`] as const];
  });
}

function loadingUnrecorded(
  code: ReadonlyMap<string, unknown>,
  loads: ReadonlyMap<string, Names>,
  recorded: Recorded,
): Finding[] {
  return [...loads].flatMap(([test, files]) => {
    const cause = recorded.isRecorded(test) ? undefined : [...code.keys()].find((path) => files.has(path));
    return cause === undefined ? [] : [[test, `is not recorded, and loads ${cause}`] as const];
  });
}
