// The lock admits one process at a time and is released when its holder dies.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import { withExclusiveLock } from './exclusive-lock.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-lock-'));
});
after(() => rm(folder, { recursive: true }));

/** Prints `asks`, and then `in` once it holds the lock. Releases the lock on a line of standard input. */
function inAnotherProcess() {
  const script = `
    import { once } from 'node:events';
    import { appendFileSync } from 'node:fs';
    const { withExclusiveLock } = await import(${JSON.stringify(new URL('exclusive-lock.ts', import.meta.url))});
    const write = (text) => appendFileSync(${JSON.stringify(join(folder, 'journal'))}, text);
    console.log('asks');
    await withExclusiveLock(${JSON.stringify(join(folder, 'lock'))}, async () => {
      write('<');
      console.log('in');
      await once(process.stdin, 'data');
      write('>');
    });
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return { child, said: () => said.split('\n'), ended: once(child, 'close') };
}

/** Whether the file is locked, read from the file itself. */
function isHeld(): boolean {
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return false;
  } catch (error) {
    assert.match(String(error), /locked/);
    return true;
  } finally {
    lock.close();
  }
}

test('processes enter one after another', async () => {
  const crowd = [1, 2, 3, 4].map(() => inAnotherProcess());
  await until(() => crowd.every(({ said }) => said().includes('asks')), 'all of them to ask');
  const left = new Set(crowd);
  for (const place of crowd.keys()) {
    const holder = await until(() => [...left].find(({ said }) => said().includes('in')), 'one to enter');
    assert.ok(isHeld());
    left.delete(holder);
    assert.ok([...left].every(({ said }) => !said().includes('in')));
    holder.child.stdin.write('leave');
    assert.deepEqual(await holder.ended, [0, null], `number ${place + 1}`);
  }
  assert.equal(await readFile(join(folder, 'journal'), 'utf8'), '<><><><>');
});

test('the lock of a killed process is free, and an error inside frees it too', async () => {
  const holder = inAnotherProcess();
  await until(() => holder.said().includes('in'), 'the other process to enter');
  const entered = withExclusiveLock(join(folder, 'lock'), async () => Promise.reject(new Error('inside')));
  holder.child.kill('SIGKILL');
  await assert.rejects(entered, /inside/);
  assert.equal(await withExclusiveLock(join(folder, 'lock'), async () => 'free again'), 'free again');
});
