// The letters of a row's actions are easy to guess and unique.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lettered } from './row-acts.ts';

const lettersOf = (...words: string[]) =>
  lettered(words.map((one) => ({ words: one, act: () => undefined }))).map(({ letter }) => letter);

test('each act of a row has a letter of its own, the first of one of its words where it can be', () => {
  assert.deepEqual(lettersOf('Open the invoice', 'Copy the link', 'Copy the id'), ['o', 'c', 't']);
  assert.deepEqual(lettersOf('Change', 'Remove', 'Rename'), ['c', 'r', 'e']);
  assert.deepEqual(lettersOf('a', 'a', '取消'), ['a', '1', '2']);
});
