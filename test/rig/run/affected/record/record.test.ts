// A test file's record contains the functions that it runs, not the modules that it imports.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runFiles } from '../../runner/run-files.ts';
import { piecesOf, takeFileReach } from './file-reach.ts';
import { pieceFinder } from './script-pieces.ts';

const fixture = 'test/rig/run/affected/record/fixture';

test('functions that ran and files that were read are recorded, also in a process that the file starts', async (t) => {
  const reachFolder = mkdtempSync(join(tmpdir(), 'quittance-recorded-'));
  t.after(() => rmSync(reachFolder, { recursive: true, force: true }));
  const outcome = await runFiles([`${fixture}/calls.ts`], {
    slots: 1,
    fileTimeoutMs: 60_000,
    testTimeoutMs: 60_000,
    reachFolder,
    signal: new AbortController().signal,
    write: () => undefined,
  });
  assert.equal(outcome.failed, 0);
  const reach = takeFileReach(reachFolder, `${fixture}/calls.ts`);
  const find = pieceFinder('');
  const ours = (ran: Parameters<typeof piecesOf>[0]) =>
    piecesOf(ran, find)
      .filter(({ path }) => path.startsWith(`${fixture}/`))
      .map(({ path, piece }) => `${path.slice(fixture.length + 1)}: ${piece}`);
  assert.ok(reach);
  assert.deepEqual(new Set(ours(reach.loaded)), new Set(['called.ts: double']));
  const [own, ...others] = reach.ran.map((ran) => new Set(ours(ran)));
  assert.deepEqual(
    own,
    new Set([
      'calls.ts: (statements)',
      'called.ts: called',
      'read-on-loading.txt: (read)',
      'read.txt: (read)',
      'child.js: (read)',
    ]),
  );
  assert.deepEqual(others, [new Set(['called.ts: double', 'called.ts: called', 'child.js: runInChild'])]);
});
