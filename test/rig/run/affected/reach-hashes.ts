// Hashes the contents of all files that a test reaches. A passed test need not run again while its hash is the same.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ReachMap, read } from './map/reach-map.ts';

/** By test file. A test that was never recorded has no hash, because the files that it reads are unknown. */
export type ReachHashes = ReadonlyMap<string, string>;

/**
 * `needs` contains the files that each test loads. A hash covers these, all files that the test ran or read when
 * recorded, the locked packages and the version of Node. For a test that starts the service it also covers all sources
 * of the service and its pages.
 */
export function reachHashes(root: string, needs: ReadonlyMap<string, ReadonlySet<string>>, map: ReachMap): ReachHashes {
  const hashes = new Map<string, string>();
  const hashOf = (path: string) => {
    const hash = hashes.get(path) ?? digest([contentOf(join(root, path))]);
    hashes.set(path, hash);
    return hash;
  };
  const hashOfAll = (paths: readonly string[]) => digest(paths.flatMap((path) => [path, hashOf(path)]));
  let service: string | null = null;
  const recorded = reachByTest(map);
  const found = [...needs].flatMap(([test, loaded]): [string, string][] => {
    if (!map.tests.has(test)) return [];
    const { ran, read: wasRead } = recorded.get(test) ?? nothing;
    const runsService =
      loaded.has('test/rig/service.ts') || [...ran].some((path) => isOfService(path) && !loaded.has(path));
    if (runsService) service ??= hashOfAll(serviceFiles(root));
    const paths = [...new Set([...loaded, ...ran, ...wasRead, 'package-lock.json'])].sort();
    return [[test, digest([process.version, runsService ? (service as string) : '', hashOfAll(paths)])]];
  });
  return new Map(found);
}

interface Reach {
  readonly ran: Set<string>;
  readonly read: Set<string>;
}

const nothing: Reach = { ran: new Set(), read: new Set() };

function reachByTest({ reach }: ReachMap): Map<string, Reach> {
  const byTest = new Map<string, Reach>();
  for (const [path, pieces] of reach)
    for (const [piece, tests] of pieces)
      for (const test of tests) {
        const one = byTest.get(test) ?? { ran: new Set(), read: new Set() };
        byTest.set(test, one);
        (piece === read ? one.read : one.ran).add(path);
      }
  return byTest;
}

function isOfService(path: string): boolean {
  return /^(?:src|web|migrations)\//.test(path);
}

function serviceFiles(root: string): string[] {
  return ['src', 'web', 'migrations']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/\/dist\//.test(path))
    .sort();
}

function digest(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** For a folder, the names in it. */
function contentOf(path: string): string | Buffer {
  try {
    return path.endsWith('/') ? readdirSync(path).sort().join('\n') : readFileSync(path);
  } catch {
    return '';
  }
}
