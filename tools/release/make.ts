// Makes the files of a release from the last commit. The same commit always gives the same bytes.
import { createHash } from 'node:crypto';
import { cpSync, createReadStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Narrator } from '../../demo/narrator.ts';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { buildImage, findBuilder, type Target } from '../image/builders.ts';
import { obtainBase } from '../image/own-base.ts';
import { type Source, takeSource } from '../image/source.ts';
import { runCommand, runInto } from '../run-command.ts';
import { sectionOf } from './changelog.ts';
import { signFile, verifyFile } from './signature.ts';
import { checksums, provenance, type ReleaseFile, settledSbom } from './statements.ts';

export interface ReleaseOptions {
  /** The output folder. Existing content is removed. */
  readonly output: string;
  /** A folder for temporary files. */
  readonly scratch: string;
  /** In the form that `signFile` takes; null for an unsigned release. */
  readonly key: string | null;
  readonly withImages: boolean;
}

/** Throws if the version has no section in the changelog, or if the key is not listed in deploy/release-signers. */
export async function makeRelease(options: ReleaseOptions, tell: Narrator): Promise<void> {
  const { output, scratch, key, withImages } = options;
  const source = await takeSource(scratch, tell.say);
  const { version, revision, epoch, folder } = source;
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const note = sectionOf(read('CHANGELOG.md'), version);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'RELEASE-NOTES.md'), `# Quittance ${version}\n\n${note}`);
  await packSource(source, output, tell);
  await pack(
    { folder: join(folder, 'deploy/helm'), as: 'quittance', epoch },
    join(output, `quittance-chart-${version}.tgz`),
  );
  tell.happened('chart', `quittance-chart-${version}.tgz`);
  const baseImage = withImages ? await packImages(source, output, tell) : null;
  const sbom = await runCommand('npm', ['run', '--silent', 'sbom'], { cwd: folder });
  writeFileSync(join(output, `quittance-${version}.sbom.cdx.json`), settledSbom(sbom, epoch));
  const origin = {
    version,
    revision,
    repository: await remote(),
    lockSha256: await sha256(join(folder, 'package-lock.json')),
    baseImage,
  };
  writeFileSync(join(output, `quittance-${version}.provenance.json`), provenance(await filesIn(output), origin));
  writeFileSync(join(output, 'SHA256SUMS'), checksums(await filesIn(output)));
  tell.happened('statements', 'bill of materials, provenance, checksums');
  if (key === null) return tell.happened('not signed', 'RELEASE_KEY names no key');
  await signFile(join(output, 'SHA256SUMS'), key);
  await verifyFile(join(output, 'SHA256SUMS'), join(folder, 'deploy/release-signers'));
  tell.happened('signed', 'SHA256SUMS.sig, by a key of deploy/release-signers');
}

/** The sources with built pages and service, so that only `npm ci --omit=dev` is left to do. */
async function packSource({ version, epoch, folder }: Source, output: string, tell: Narrator): Promise<void> {
  const place = join(folder, '..', 'packed');
  cpSync(folder, place, { recursive: true });
  // Uses the lock file, and installs below this folder, because builds contain the paths of their sources.
  await runCommand('npm', ['ci'], { cwd: place });
  await runCommand('npm', ['run', 'build'], { cwd: place });
  rmSync(join(place, 'node_modules'), { recursive: true });
  await pack({ folder: place, as: `quittance-${version}`, epoch }, join(output, `quittance-${version}.tar.gz`));
  tell.happened('archive', `quittance-${version}.tar.gz, with everything built`);
}

async function packImages(source: Source, output: string, tell: Narrator): Promise<string> {
  const builder = await findBuilder(tell.say);
  const baseImage = await obtainBase(builder, source.folder, tell.say);
  for (const target of ['service', 'embedded'] satisfies Target[]) {
    const name = target === 'service' ? source.version : `${source.version}-embedded`;
    const archive = join(output, `quittance-${name}-linux-${process.arch}.docker.tar`);
    await buildImage(builder, { target, source, tag: `quittance:${name}`, baseImage, fresh: false, archive });
    await runInto(`${archive}.gz`, 'gzip', ['--no-name', '--best', '--stdout', archive], output);
    rmSync(archive);
    tell.happened('image', `quittance-${name}-linux-${process.arch}.docker.tar.gz`);
  }
  return baseImage;
}

interface Pack {
  readonly folder: string;
  /** The name of the folder in the archive. */
  readonly as: string;
  readonly epoch: number;
}

/** Entries are sorted and have neutral owners and a fixed time, so that the same files give the same archive. */
async function pack({ folder, as, epoch }: Pack, file: string): Promise<void> {
  const settled = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go-w,a+rX'];
  const format = ['--format=gnu', `--transform=s,^\\.,${as},`];
  const tar = `${file}.tar`;
  await runCommand('tar', ['-c', ...settled, ...format, '-C', folder, '-f', tar, '.']);
  await runInto(file, 'gzip', ['--no-name', '--best', '--stdout', tar], folder);
  rmSync(tar);
}

async function filesIn(folder: string): Promise<ReleaseFile[]> {
  return Promise.all(readdirSync(folder).map(async (name) => ({ name, sha256: await sha256(join(folder, name)) })));
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

function remote(): Promise<string | null> {
  return runCommand('git', ['-C', projectRoot, 'remote', 'get-url', 'origin']).then(
    (text) => (/^(https|ssh):/.test(text) ? text.trim() : null),
    () => null,
  );
}
