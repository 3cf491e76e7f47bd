// The checks find chance in every form that a test may contain, and accept bounded waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedsFromTheClock, sleeps, unboundedLoops } from './luck.ts';

/** The number of findings in one file with this text. */
function found(count: typeof sleeps, text: string, path = 'test/made-up.test.ts'): number {
  return count([{ path, text }]).length;
}

test('no test takes its seed from the clock, sleeps, or loops without a bound', () => {
  assert.deepEqual(
    { seeds: seedsFromTheClock(), sleeps: sleeps(), loops: unboundedLoops() },
    { seeds: [], sleeps: [], loops: [] },
  );
});

test('a seed that the clock or the system’s randomness gives is found', () => {
  for (const line of [
    `const seed = Date.now();`,
    `const at = Date.now() % 1_000;`,
    `const luck = chance(randomInt(100));`,
    `const options = { seed: performance.now() };`,
    `const seedBytes = randomBytes(32);`,
    `const place = Math.random();`,
    `import fc from 'fast-check';`,
    'const rows = `select id from apps order by random()`;',
  ])
    assert.equal(found(seedsFromTheClock, line), 1, line);
  for (const line of [
    `const seed = seedFrom('CRASH_SEED');`,
    `const key = HDKey.fromMasterSeed(randomBytes(32));`,
    `const id = randomUUID();`,
    `const now = Date.now();`,
    `import type fc from 'fast-check';`,
    `// A seed of Date.now() would be luck.`,
  ])
    assert.equal(found(seedsFromTheClock, line), 0, line);
  assert.equal(found(seedsFromTheClock, `import fc from 'fast-check';`, 'test/rig/chance/properties.ts'), 0);
});

test('a sleep is found, and so is a timer beyond the permitted number', () => {
  for (const line of [
    `await new Promise((resolve) => setTimeout(resolve, 20));`,
    `import { setTimeout as delay } from 'node:timers/promises';`,
    `await page.waitForTimeout(250);`,
    `await scheduler.wait(5);`,
  ])
    assert.equal(found(sleeps, line), 1, line);
  for (const line of [
    `await until(() => isOver, 'the end');`,
    `import { setImmediate as turn } from 'node:timers/promises';`,
    `t.mock.timers.enable({ apis: ['setTimeout'] });`,
  ])
    assert.equal(found(sleeps, line), 0, line);
  const timer = 'const bound = setTimeout(end, 1_000);\n';
  assert.equal(found(sleeps, timer, 'test/rig/client.ts'), 0);
  assert.equal(found(sleeps, timer.repeat(2), 'test/rig/client.ts'), 2);
});

test('a loop that may never end is found', () => {
  for (const text of [
    'for (;;) break;',
    'for (let tries = 0; ; tries += 1) break;',
    'while (true) break;',
    'while (next !== null) {\n  next = await read(next);\n}',
    'while ((await left()) > 0);',
    'while (answer.status === 201) answer = await call();',
    'do {\n  await step();\n} while (!isOver);',
  ])
    assert.equal(found(unboundedLoops, text), 1, text);
  for (const text of [
    'for (let tries = 0; tries < 5; tries += 1) await step();',
    'for (const one of all) await step(one);',
    'while (at < text.length) at += 1;\nawait step();',
    'for await (const part of stream) text += part;',
  ])
    assert.equal(found(unboundedLoops, text), 0, text);
});
