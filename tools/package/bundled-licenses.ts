// The licenses of the packages in the bundles. Bundlers drop comments, and most licenses must accompany each copy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/built/built-file.js';
import { pagePackages } from '../../web/build-pages.ts';

/** Packages of the demo, in addition to those of the service. */
const demoPackages = ['viem', 'standardwebhooks'];

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, LockedPackage>>;

/** One text with the name, version and license of each package that the service and the pages contain. */
export function bundledLicenses(): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages as Lock;
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const found = new Set<string>();
  for (const name of [...Object.keys(project.dependencies), ...pagePackages(), ...demoPackages])
    addWithDependencies(lock, '', name, found);
  const texts = [...found].sort().map((path) => licenseOf(path, lock[path] ?? {}));
  return `The bundles of this package contain the following packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** Adds the path of the package that `name` means for the package at `from`, and its dependencies. */
function addWithDependencies(lock: Lock, from: string, name: string, found: Set<string>): void {
  const path = installedAt(lock, from, name);
  if (path === null || found.has(path)) return;
  found.add(path);
  const { dependencies, peerDependencies } = lock[path] as LockedPackage;
  for (const each of Object.keys({ ...dependencies, ...peerDependencies }))
    addWithDependencies(lock, path, each, found);
}

/** As Node resolves it: the nearest node_modules first. Null for an optional package that is not installed. */
function installedAt(lock: Lock, from: string, name: string): string | null {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in lock) return path;
  if (from === '') return null;
  return installedAt(lock, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))).replace(/\/$/, ''), name);
}

function licenseOf(path: string, { version, license }: LockedPackage): string {
  const folder = join(root, path);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => /^(?:licen[cs]e|copying|notice)(?:\.|-|$)/i.test(name));
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').trim());
  const title = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version ?? ''}`;
  return `${title} (${license ?? 'see below'})\n\n${texts.join('\n\n')}\n`;
}
