// Proves that the lock lets one process in at a time and does not outlive its holder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { withExclusiveLock } from './exclusive-lock.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-lock-'));
});
after(() => rm(folder, { recursive: true }));

function inAnotherProcess(act: string) {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    const { withExclusiveLock } = await import(${JSON.stringify(new URL('exclusive-lock.ts', import.meta.url))});
    const write = (text) => appendFileSync(${JSON.stringify(join(folder, 'journal'))}, text);
    await withExclusiveLock(${JSON.stringify(join(folder, 'lock'))}, async () => { ${act} });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('processes enter one after another', async () => {
  const crowd = [1, 2, 3, 4].map(() => inAnotherProcess(`write('<'); await delay(60); write('>');`));
  const codes = await Promise.all(crowd.map(async (child) => (await once(child, 'close'))[0]));
  assert.deepEqual(codes, [0, 0, 0, 0]);
  assert.equal(await readFile(join(folder, 'journal'), 'utf8'), '<><><><>');
});

test('the lock of a killed process is free, and an error inside frees it too', async () => {
  const holder = inAnotherProcess(`console.log('in'); await delay(1e8);`);
  await once(holder.stdout, 'data');
  const entered = withExclusiveLock(join(folder, 'lock'), async () => Promise.reject(new Error('inside')));
  holder.kill('SIGKILL');
  await assert.rejects(entered, /inside/);
  assert.equal(await withExclusiveLock(join(folder, 'lock'), async () => 'free again'), 'free again');
});
