// Provides a base image for builds without access to a registry: Debian from its own archive, with our Node and this
// npm.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { installPackage, isRoot } from '../../test/rig/run/parts/apt.ts';
import { runCommand, succeeds } from '../run-command.ts';
import { type BuilderName, localStorage } from './builders.ts';

const release = 'bookworm';
const pullMillis = 120_000;
const certificates = 'etc/ssl/certs/ca-certificates.crt';

/** The base image that deploy/Dockerfile names. */
export function namedBase(folder: string): string {
  const text = readFileSync(join(folder, 'deploy/Dockerfile'), 'utf8');
  const name = /^ARG BUILD_IMAGE=(\S+)$/m.exec(text)?.[1];
  if (name === undefined) throw new Error('deploy/Dockerfile names no BUILD_IMAGE.');
  return name;
}

/**
 * The named base image if it is available, otherwise one made here. Images contain only its C and C++ libraries and its
 * init, which are the same Debian packages in both.
 */
export async function obtainBase(builder: BuilderName, folder: string, say: (line: string) => void): Promise<string> {
  const named = namedBase(folder);
  const ask = { timeoutMillis: pullMillis, env: { ...process.env, ...localStorage() } };
  const pulled = await runCommand(builder, ['pull', named], ask).then(
    () => null,
    (error: Error) => error.message,
  );
  if (pulled === null) return named;
  say(`${named} is not available here (${pulled.split('\n').at(-1)?.slice(0, 160)}).`);
  return makeBase(builder, say);
}

async function makeBase(builder: BuilderName, say: (line: string) => void): Promise<string> {
  const { env } = process;
  const tag = `localhost/quittance-build:${release}-node${process.versions.node}`;
  const withStorage = { env: { ...env, ...localStorage() } };
  if (await inspects(builder, tag, withStorage.env)) return tag;
  if (!isRoot())
    throw new Error('Creating the base image needs root. Run it as root, or on a machine with access to a registry.');
  say('Creating a base image from Debian’s archive, once for this machine.');
  if (!(await succeeds('debootstrap', ['--version'])) && !(await installPackage('debootstrap', say)))
    throw new Error('debootstrap is missing: apt-get install debootstrap');
  const root = join(projectRoot, 'node_modules/.cache/image-base');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  try {
    await runCommand('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, root], { aloud: true });
    await addNode(root);
    await commit(builder, root, tag, withStorage.env);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return tag;
}

/** Adds the Node that runs this program, the npm of this machine, and its trusted certificate authorities. */
async function addNode(root: string): Promise<void> {
  const modules = join(root, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(process.execPath, join(root, 'usr/local/bin/node'), { dereference: true });
  const npm = join((await runCommand('npm', ['root', '--global'])).trim(), 'npm');
  cpSync(npm, join(modules, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
  if (existsSync(`/${certificates}`)) cpSync(`/${certificates}`, join(root, certificates), { dereference: true });
}

async function commit(builder: BuilderName, root: string, tag: string, env: NodeJS.ProcessEnv): Promise<void> {
  const environment = ['PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin', `NODE_EXTRA_CA_CERTS=/${certificates}`];
  const settings = environment.map((each) => `ENV ${each}`);
  const tar = `${root}.tar`;
  await runCommand('tar', ['-c', '-C', root, '-f', tar, '.']);
  try {
    if (builder !== 'buildah') {
      const changes = settings.flatMap((each) => ['--change', each]);
      await runCommand(builder, ['import', ...changes, tar, tag], { env });
      return;
    }
    const container = (await runCommand('buildah', ['from', 'scratch'], { env })).trim();
    await runCommand('buildah', ['add', '--quiet', container, tar, '/'], { env });
    await runCommand('buildah', ['config', ...environment.flatMap((each) => ['--env', each]), container], { env });
    await runCommand('buildah', ['commit', '--quiet', '--rm', container, tag], { env });
  } finally {
    rmSync(tar, { force: true });
  }
}

function inspects(builder: BuilderName, tag: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return runCommand(builder, ['inspect', tag], { env }).then(
    () => true,
    () => false,
  );
}
