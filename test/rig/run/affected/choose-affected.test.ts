// The selection in a real git checkout, with edits, commits, moves and untracked files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chooseAffected } from './choose-affected.ts';
import type { ReachMap } from './map/reach-map.ts';

const root = mkdtempSync(join(tmpdir(), 'quittance-affected-'));
after(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
let map: ReachMap;

before(() => {
  git('init', '--quiet');
  write('src/price.ts', 'export function price() { return 1; }\nexport function discount() { return 0; }\n');
  write('test/price.test.ts', "import { price } from '../src/price.ts';\nprice();\n");
  write('test/discount.test.ts', "import { discount } from '../src/price.ts';\ndiscount();\n");
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Sell things');
  const [priced, discounted] = [new Set(['test/price.test.ts']), new Set(['test/discount.test.ts'])];
  map = {
    commit: git('rev-parse', 'HEAD').trim(),
    tests: new Set([...priced, ...discounted]),
    reach: new Map([
      [
        'src/price.ts',
        new Map([
          ['price', priced],
          ['discount', discounted],
        ]),
      ],
    ]),
  };
});

const affectedSince = async (revision: string) =>
  [...(await chooseAffected(root, revision, map)).affected.keys()].sort();

test('a clean checkout affects nothing', async () => {
  assert.deepEqual(await chooseAffected(root, 'HEAD', map), { changed: 0, affected: new Map() });
});

test('edited, moved and untracked files affect the tests that reach them', async () => {
  write('src/price.ts', 'export function price() { return 2; }\nexport function discount() { return 0; }\n');
  assert.deepEqual(await affectedSince('HEAD'), ['test/price.test.ts']);
  git('commit', '--quiet', '--all', '--message', 'Sell them for 2');
  assert.deepEqual(await affectedSince('HEAD'), []);
  assert.deepEqual(await affectedSince('HEAD~1'), ['test/price.test.ts']);

  // A moved file keeps its record.
  mkdirSync(join(root, 'src/shop'));
  renameSync(join(root, 'src/price.ts'), join(root, 'src/shop/price.ts'));
  write('test/price.test.ts', "import { price } from '../src/shop/price.ts';\nprice();\n");
  write('test/discount.test.ts', "import { discount } from '../src/shop/price.ts';\ndiscount();\n");
  git('add', '--all');
  assert.deepEqual(await affectedSince('HEAD'), []);
  git('commit', '--quiet', '--message', 'Move the prices');
  write('src/shop/price.ts', 'export function price() { return 2; }\nexport function discount() { return 1; }\n');
  assert.deepEqual(await affectedSince('HEAD'), ['test/discount.test.ts']);

  write('test/new.test.ts', "import './price.test.ts';\n");
  assert.deepEqual(await affectedSince('HEAD'), ['test/discount.test.ts', 'test/new.test.ts']);
});

test('a word that git does not know is refused, and so is a folder without git', async () => {
  await assert.rejects(chooseAffected(root, 'no-such-branch', map), /git knows no revision no-such-branch here/);
  await assert.rejects(chooseAffected(tmpdir(), 'HEAD', map), /no checkout of git/);
});
