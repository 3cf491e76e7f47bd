// The command line of a test run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRunOptions } from './run-options.ts';

const isRevision = (word: string) => word === 'main';
const asked = (...args: string[]) => {
  const { patterns, changedSince, isWhole } = readRunOptions(args, isRevision);
  return { patterns, changedSince, isWhole };
};

test('the word after --changed is a revision if git knows it, and otherwise a pattern', () => {
  assert.deepEqual(asked(), { patterns: [], changedSince: null, isWhole: true });
  assert.deepEqual(asked('--changed'), { patterns: [], changedSince: 'HEAD', isWhole: false });
  assert.deepEqual(asked('--changed', 'main'), { patterns: [], changedSince: 'main', isWhole: false });
  assert.deepEqual(asked('--changed', 'src/core'), { patterns: ['src/core'], changedSince: 'HEAD', isWhole: false });
  assert.deepEqual(asked('pages', '--changed', 'main'), { patterns: ['pages'], changedSince: 'main', isWhole: false });
  assert.deepEqual(asked('main'), { patterns: ['main'], changedSince: null, isWhole: false });
});

test('a run that leaves anything out is not whole', () => {
  assert.equal(asked('--slots', '3').isWhole, true);
  assert.equal(asked('--record-reach').isWhole, true);
  assert.equal(asked('--only', 'paid').isWhole, false);
  assert.equal(asked('--since-green').isWhole, false);
});
