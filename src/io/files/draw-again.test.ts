// Uploaded pictures are redrawn one at a time with a short queue, in a process that ends together with its parent.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../../../test/rig/client.ts';
import { bomb, picture } from '../../../test/rig/outside/unusual-images.ts';
import { DrawingAway, drawAgain, ImageFault } from './draw-again.ts';
import { statedPixels } from './picture-head.ts';

const isTooLarge = (error: unknown) => error instanceof ImageFault && error.code === 'too_many_pixels';

test('beyond the sixteen that wait nobody is taken, and those that wait are drawn', async () => {
  const bytes = await picture(10, 10).png().toBuffer();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => drawAgain(bytes, 'image/png')));
  const refused = outcomes.filter((one) => one.status === 'rejected' && one.reason instanceof DrawingAway);
  assert.deepEqual([outcomes.filter((one) => one.status === 'fulfilled').length, refused.length], [17, 3]);
});

test('a picture has at most 8 million pixels, and as many are drawn', async () => {
  const [most, more] = [await picture(4000, 2000).png().toBuffer(), await picture(4001, 2000).png().toBuffer()];
  assert.ok((await drawAgain(most, 'image/png')).length > 0);
  await assert.rejects(drawAgain(more, 'image/png'), isTooLarge);
});

test('a picture that says only behind a long note how large it is is refused by the process that draws', async () => {
  const noted = picture(4001, 2000).withExif({ IFD0: { ImageDescription: 'note '.repeat(2_000) } });
  const bytes = await noted.jpeg().toBuffer();
  assert.equal(statedPixels(bytes, 'image/jpeg'), null);
  await assert.rejects(drawAgain(bytes, 'image/jpeg'), isTooLarge);
});

test('whoever says that they are too large are refused, however many they are: none of them waits', async () => {
  const bytes = bomb(32_000_000, 1);
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => drawAgain(bytes, 'image/png')));
  const said = outcomes.map((one) => one.status === 'rejected' && (one.reason as ImageFault).code);
  assert.deepEqual(new Set(said), new Set(['too_many_pixels']));
});

test('the process that draws is gone with the one that asked, however that ended', async () => {
  const bytes = (await picture(10, 10).png().toBuffer()).toString('base64');
  const script = `
    const { drawAgain } = await import(${JSON.stringify(new URL('./draw-again.ts', import.meta.url).href)});
    await drawAgain(Buffer.from('${bytes}', 'base64'), 'image/png');
    process.stdout.write('drawn');
    setInterval(() => undefined, 1000);`;
  const asking = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(asking.stdout, 'data');
  const [drawing] = await childrenOf(asking.pid as number);
  assert.ok(drawing !== undefined);
  asking.kill('SIGKILL');
  await until(async () => !(await processes()).some(({ pid }) => pid === drawing), 'it to be gone');
});

async function processes(): Promise<{ pid: number; parent: number; state: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const all = rows.map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), state }));
  // A zombie counts as ended.
  return all.filter(({ state }) => !state.startsWith('Z'));
}

async function childrenOf(pid: number): Promise<number[]> {
  return (await processes()).filter(({ parent }) => parent === pid).map((one) => one.pid);
}
