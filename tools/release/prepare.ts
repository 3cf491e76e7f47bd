// Turns unreleased changes into a version, in all files that name it. The commit of these changes gets the tag.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../../src/io/db/migrate/migration-files.ts';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { readStoreApp } from '../stores/description.ts';
import { storeFiles } from '../stores/store-files.ts';
import { writeStoreFiles } from '../stores/write-files.ts';
import { withVersion } from './changelog.ts';
import { clientVersions, withClientVersion } from './client-versions.ts';

interface Released {
  readonly at_a_release: string;
  readonly versions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** `date` is the day of the release, YYYY-MM-DD. Returns the changed files. */
export async function prepareRelease(version: string, date: string): Promise<string[]> {
  if (!/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/.test(version)) throw new Error(`${version} is not a version like 0.1.0.`);
  const old = (JSON.parse(read('package.json')) as { version: string }).version;
  const migrations = await readMigrations(join(projectRoot, 'migrations'));
  const changes: Readonly<Record<string, string>> = {
    'CHANGELOG.md': withVersion(read('CHANGELOG.md'), version, date),
    'migrations/released.json': withMigrations(read('migrations/released.json'), version, migrations),
    'package.json': read('package.json').replace(`"version": "${old}"`, `"version": "${version}"`),
    'package-lock.json': read('package-lock.json').replaceAll(
      `"name": "quittance",\n  "version": "${old}"`,
      `"name": "quittance",\n  "version": "${version}"`,
    ),
    'deploy/compose.yaml': read('deploy/compose.yaml').replace(/(QUITTANCE_IMAGE:-quittance:)[^}]+/, `$1${version}`),
    ...Object.fromEntries(clientVersions.map((one) => [one.path, withClientVersion(read(one.path), one, version)])),
  };
  const changed = Object.entries(changes).flatMap(([path, text]) => {
    if (text === read(path)) return [];
    writeFileSync(join(projectRoot, path), text);
    return [path];
  });
  // The chart's metadata is among them.
  return [...changed, ...writeStoreFiles(await storeFiles(readStoreApp()))];
}

/** The list with the new migrations of this version, each with the SHA-256 of its text. */
export function withMigrations(
  released: string,
  version: string,
  migrations: readonly { readonly name: string; readonly checksum: string }[],
): string {
  const list = JSON.parse(released) as Released;
  if (version in list.versions) throw new Error(`migrations/released.json has ${version} already.`);
  const known = new Set(Object.values(list.versions).flatMap((names) => Object.keys(names)));
  const fresh = migrations.filter(({ name }) => !known.has(name)).map(({ name, checksum }) => [name, checksum]);
  const versions = { ...list.versions, [version]: Object.fromEntries(fresh) };
  return `${JSON.stringify({ ...list, versions }, null, 2)}\n`;
}

function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}
