// The changes that make a passed test run again.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { read } from './map/reach-map.ts';
import { reachHashes } from './reach-hashes.ts';

const root = mkdtempSync(join(tmpdir(), 'quittance-hashes-'));
after(() => rmSync(root, { recursive: true, force: true }));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const files = [
  'src/pay.ts',
  'src/rates.ts',
  'web/till/main.ts',
  'migrations/1.sql',
  'docs/guide.md',
  'package-lock.json',
];
for (const path of [...files, 'web/till/dist/main.js']) write(path, 'as it was');

const [unit, story, reader, unrecorded] = ['src/pay.test.ts', 'test/story.test.ts', 'test/docs.test.ts', 'new.test.ts'];
const needs = new Map([
  [unit, new Set(['src/pay.ts'])],
  [story, new Set(['test/rig/service.ts'])],
  [reader, new Set<string>()],
  [unrecorded, new Set(['src/pay.ts'])],
]);
const map = {
  commit: '',
  tests: new Set([unit, story, reader]),
  reach: new Map([
    ['docs/', new Map([[read, new Set([reader])]])],
    ['docs/guide.md', new Map([[read, new Set([reader])]])],
  ]),
};
const hashes = () => reachHashes(root, needs, map);

const rows: readonly [changed: string, runsAgain: readonly string[]][] = [
  ['src/pay.ts', [unit, story]],
  ['src/rates.ts', [story]],
  ['web/till/main.ts', [story]],
  ['web/till/dist/main.js', []],
  ['migrations/1.sql', [story]],
  ['docs/guide.md', [reader]],
  ['docs/new.md', [reader]],
  ['package-lock.json', [unit, story, reader]],
];

for (const [path, runsAgain] of rows)
  test(`${path} changed: ${runsAgain.join(', ') || 'none'} of those that passed runs again`, () => {
    const before = hashes();
    write(path, `changed for ${path}`);
    const now = hashes();
    assert.deepEqual(
      [...now.keys()].filter((one) => now.get(one) !== before.get(one)),
      runsAgain,
    );
  });

test('a test without a record has no hash, and always runs', () => {
  assert.deepEqual([...hashes().keys()], [unit, story, reader]);
});
