// The packages: the npm package, installed in an empty folder by npm alone, and the Debian package, made of it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openRoot } from '../../tools/deb/clean-root.ts';
import { ownArchitecture, packDeb } from '../../tools/deb/pack-deb.ts';
import { stageDeb } from '../../tools/deb/stage-deb.ts';
import { tryDeb } from '../../tools/deb/try-deb.ts';
import { installArchive, packProject } from '../../tools/package/pack-project.ts';
import { packedManifest } from '../../tools/package/packed-manifest.ts';
import { userEnvironment } from '../../tools/package/user-environment.ts';
import { runCommand } from '../../tools/run-command.ts';
import { until } from '../rig/client.ts';
import { projectRoot } from '../rig/house/source-tree.ts';
import { outputOf } from '../rig/run/child-output.ts';
import { adopt } from '../rig/run/child-sweep.ts';
import { lastingFolder } from '../rig/run/scratch-space.ts';

const megabyte = 1_000_000;
const most = { package: 12 * megabyte, installed: 300 * megabyte };

let folder: string;
let empty: string;
let archive: string;
let env: NodeJS.ProcessEnv;

before(async () => {
  // Too large for a temporary folder in memory.
  folder = mkdtempSync(join(lastingFolder, 'quittance-package-'));
  empty = join(folder, 'empty');
  mkdirSync(empty);
  archive = await packProject(folder);
  env = { ...userEnvironment(), XDG_CACHE_HOME: join(folder, 'cache') };
  await installArchive(archive, empty);
});

after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const npx = (...args: readonly string[]) => runCommand('npx', ['quittance', ...args], { cwd: empty, env });

test('the package has at most 12 MB, and 300 MB when it is installed with its dependencies', () => {
  assert.ok(statSync(archive).size <= most.package, `${statSync(archive).size} bytes`);
  const installed = filesBelow(join(empty, 'node_modules')).reduce((sum, path) => sum + statSync(path).size, 0);
  assert.ok(installed <= most.installed, `${installed} bytes`);
});

test('it contains no tests, no TypeScript sources, no source maps and no path of the machine that built it', () => {
  const files = filesBelow(join(empty, 'node_modules/quittance'));
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.filter((path) => /\.test\.|\.map$|quittance\/(?:src\/.*\.ts$|test|tools|demo|web)/.test(path)),
    [],
  );
  assert.deepEqual(
    files.filter((path) => /\.(?:js|json|md)$/.test(path) && readFileSync(path, 'utf8').includes(folder)),
    [],
  );
});

test('it has the license of each package in its bundles', () => {
  const texts = readFileSync(join(empty, 'node_modules/quittance/dist/package/LICENSES.txt'), 'utf8');
  for (const name of ['fastify', 'oidc-provider', 'react', 'preact', '@mantine/core'])
    assert.match(texts, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)\\n\\n.*Permission is hereby granted`, 'ms'));
});

test('its manifest depends on packages with native code only, and has no scripts', () => {
  const installed = JSON.parse(readFileSync(join(empty, 'node_modules/quittance/package.json'), 'utf8'));
  const project = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  assert.deepEqual(installed, JSON.parse(JSON.stringify(packedManifest(project))));
  assert.deepEqual(Object.keys(installed.dependencies), ['sharp']);
  assert.deepEqual(
    [installed.scripts, installed.private, installed.devDependencies],
    [undefined, undefined, undefined],
  );
});

test('`npx quittance demo -- --once` pays in two installments', async () => {
  const printed = await npx('demo', '--', '--once');
  assert.match(printed, /Paid: 100\.00 of 100\.00 USD in two installments/);
});

test('`npx quittance start` prints the set-up link, keeps its data in the folder, and commands reach it', async () => {
  const own = { ...env, PORT: '0', PUBLIC_URL: 'http://localhost:3999' };
  const service = spawn('npx', ['quittance', 'start'], { cwd: empty, env: own, detached: true });
  adopt(service, 'quittance');
  const printed = outputOf(service);
  try {
    await until(() => /"msg":"listening"/.test(printed()), printed, { withinMs: 120_000 });
    assert.match(printed(), /http:\/\/localhost:3999\/set-up\?code=[\w-]{40,}/);
    const port = /"port":(\d+)/.exec(printed())?.[1];
    const page = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    assert.match(await page('/console'), /<script/);
    assert.match(await page('/docs/how-to/deploy'), /Compose/);
    assert.ok(existsSync(join(empty, 'data/secret-key')));
    assert.match(await npx('setup-link'), /\/set-up\?code=/);
  } finally {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    process.kill(-(service.pid as number), 'SIGINT');
    await ended;
  }
});

// Only root can install a package.
if (process.getuid?.() === 0) {
  test('the Debian package is installed, started, upgraded and removed with its data kept, and purged', async () => {
    const stage = join(folder, 'stage');
    await stageDeb(empty, stage);
    const terms = { architecture: ownArchitecture, compression: 'none' } as const;
    const first = await packDeb(stage, folder, { ...terms, version: '1.0.0' });
    const next = await packDeb(stage, folder, { ...terms, version: '1.0.1' });
    const root = await openRoot('/', join(folder, 'root'));
    const steps: string[] = [];
    try {
      await tryDeb({ root, packages: { first, next }, report: (step) => steps.push(step) });
    } finally {
      root.close();
    }
    assert.equal(steps.at(-1), 'purged; nothing is left');
  });
}

/** Without links. */
function filesBelow(start: string): string[] {
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
