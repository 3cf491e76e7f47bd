// The lines that report the files that a change can affect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordLine } from '../costs/run-record.ts';
import { estimatedSeconds, printChoice } from './choice-lines.ts';

const line = (path: string, wallSeconds: number, cpuSeconds: number) =>
  ({ path, wallMs: wallSeconds * 1_000, cpuSeconds }) as RecordLine;
const about = { revision: 'main', all: 300, record: new Map([['a.test.ts', line('a.test.ts', 4, 1)]]), processors: 2 };
const affected = (count: number) =>
  new Map(
    Array.from({ length: count }, (_, at) => [
      at === 0 ? 'a.test.ts' : `${at}.test.ts`,
      { why: 'it changed', shared: 1 },
    ]),
  );

test('few files are listed with their reasons', () => {
  assert.deepEqual(printChoice({ changed: 1, affected: affected(2) }, about), [
    '1 file changed since main: 2 of 300 test files can be affected, about 4 s:',
    '  a.test.ts it changed',
    '  1.test.ts it changed',
  ]);
});

test('many files are only counted', () => {
  const [heading, ...reasons] = printChoice({ changed: 9, affected: affected(21) }, about);
  assert.match(heading ?? '', /^9 files changed since main: 21 of 300 test files can be affected, about 4 s;/);
  assert.deepEqual(reasons, []);
});

test('an empty choice is reported', () => {
  assert.deepEqual(printChoice({ changed: 2, affected: new Map() }, about), [
    '2 files changed since main: none of 300 test files can be affected.',
  ]);
});

test('a run takes as long as its longest file, or as all of them keep the processors busy', () => {
  assert.equal(estimatedSeconds([line('a', 100, 10), line('b', 5, 5)], 2), 100);
  assert.equal(estimatedSeconds([line('a', 100, 170), line('b', 100, 170)], 2), 200);
});
