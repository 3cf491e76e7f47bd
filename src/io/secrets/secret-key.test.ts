// The key is created once, readable only by its owner, and never replaced.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { StartFault } from '../start-fault.ts';
import { loadSecretKey } from './secret-key.ts';

const folder = await mkdtemp(join(tmpdir(), 'quittance-key-'));
after(() => rm(folder, { recursive: true }));

test('W43-own-key: processes that start together agree on one key, which only its owner can read', async () => {
  const dataDir = join(folder, 'made', 'deep');
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretKey(dataDir, null)));
  assert.equal(keys[0]?.length, 32);
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.deepEqual(await readdir(dataDir), ['secret-key']);
  assert.equal((await stat(join(dataDir, 'secret-key'))).mode & 0o777, 0o600);
  await chmod(join(dataDir, 'secret-key'), 0o644);
  assert.deepEqual(await loadSecretKey(dataDir, null), keys[0]);
  assert.equal((await stat(join(dataDir, 'secret-key'))).mode & 0o777, 0o600);
});

test('a key that is given is used, and nothing is written', async () => {
  const given = Buffer.alloc(32, 5);
  assert.equal(await loadSecretKey(join(folder, 'absent'), given), given);
  assert.deepEqual((await readdir(folder)).includes('absent'), false);
});

test('a damaged key is told, not replaced', async () => {
  await writeFile(join(folder, 'secret-key'), 'short\n');
  await assert.rejects(loadSecretKey(folder, null), /does not contain 32 bytes in base64/);
});

test('a folder that cannot be made is told in one line', async () => {
  await writeFile(join(folder, 'file'), '');
  const below = loadSecretKey(join(folder, 'file', 'data'), null);
  await assert.rejects(
    below,
    (error) => error instanceof StartFault && /Make DATA_DIR writable, or set SECRET_KEY\.$/.test(error.message),
  );
});
