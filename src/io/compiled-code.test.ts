// The location of Node's compile cache. Uses separate processes, because Node cannot switch its cache off again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const scratch = mkdtempSync(join(tmpdir(), 'quittance-compiled-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const script = `
  import { getCompileCacheDir } from 'node:module';
  import { Worker } from 'node:worker_threads';
  const { keepCompiledCode } = await import(${JSON.stringify(new URL('compiled-code.ts', import.meta.url).href)});
  keepCompiledCode(process.env);
  await import(${JSON.stringify(new URL('secrets/token.ts', import.meta.url).href)});
  const thread = new Worker(
    'const built = process.getBuiltinModule;' +
      'built("node:worker_threads").parentPort.postMessage(built("node:module").getCompileCacheDir() ?? null);',
    { eval: true },
  );
  const [inThread] = await new Promise((resolve) => thread.once('message', (...told) => resolve(told)));
  process.stdout.write(JSON.stringify({ here: getCompileCacheDir() ?? null, inThread }));
`;

/** Returns the cache folders of the main thread and of another thread. */
function placesOf(variables: Record<string, string>): { here: string | null; inThread: string | null } {
  const env = { PATH: process.env.PATH, ...variables };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

function dataFolder(): string {
  return mkdtempSync(join(scratch, 'data-'));
}

test('it is kept in a data folder of our own, for all threads, where nobody else can read or write', () => {
  const dataDir = dataFolder();
  const folder = join(dataDir, 'compiled');
  const { here, inThread } = placesOf({ DATA_DIR: dataDir });
  assert.ok(here?.startsWith(`${folder}/`), `${here}`);
  assert.equal(inThread, here);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.ok(readdirSync(`${here}`).length > 0);
});

test('nothing is kept in a folder that is not there, and none is made', () => {
  const dataDir = join(scratch, 'missing');
  assert.deepEqual(placesOf({ DATA_DIR: dataDir }), { here: null, inThread: null });
  assert.equal(readdirSync(scratch).includes('missing'), false);
});

test('a cache that a link leads to, or for which there is no room, is not used, and nothing fails', () => {
  const linked = dataFolder();
  mkdirSync(join(scratch, 'elsewhere'));
  symlinkSync(join(scratch, 'elsewhere'), join(linked, 'compiled'));
  assert.deepEqual(placesOf({ DATA_DIR: linked }), { here: null, inThread: null });
  assert.deepEqual(placesOf({ DATA_DIR: '/proc/self' }), { here: null, inThread: null });
});

test('the operator may choose another folder, or none', () => {
  const chosen = join(scratch, 'chosen');
  assert.ok(placesOf({ DATA_DIR: dataFolder(), NODE_COMPILE_CACHE: chosen }).here?.startsWith(chosen));
  const none = placesOf({ DATA_DIR: dataFolder(), NODE_DISABLE_COMPILE_CACHE: '1' });
  assert.deepEqual(none, { here: null, inThread: null });
});
