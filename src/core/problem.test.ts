// The catalogue of problems: each problem has its own code and explains how to resolve it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldProblem, Problem, type ProblemCode, problemKinds } from './problem.ts';

const entries = Object.entries(problemKinds) as [ProblemCode, (typeof problemKinds)[ProblemCode]][];

test('codes are snake_case, and titles are unique and without a full stop', () => {
  const titles = entries.map(([, kind]) => kind.title);
  assert.equal(new Set(titles).size, titles.length);
  for (const [code, { title }] of entries) {
    assert.match(code, /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
    assert.match(title, /^[A-Z].*[^.\s]$/, code);
  }
});

test('every problem says what to do about it, in whole sentences', () => {
  for (const [code, { remedy }] of entries) assert.match(remedy, /^\S.{10,}\.$/s, code);
});

test('every status is an error that the API may answer', () => {
  const known = new Set([400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 503]);
  for (const [code, { status }] of entries) assert.ok(known.has(status), code);
});

test('without particulars a problem tells its remedy; with them, them', () => {
  assert.equal(new Problem('not_found').detail, problemKinds.not_found.remedy);
  const told = new Problem('not_found', { detail: 'There is no such invoice.', headers: { 'retry-after': '1' } });
  assert.deepEqual(
    [told.detail, told.status, told.headers],
    ['There is no such invoice.', 404, { 'retry-after': '1' }],
  );
});

test('a field’s problem names the field, its own code and what is wrong', () => {
  const problem = fieldProblem('order.items.0.price', 'invalid_format', 'Must be a decimal.');
  assert.equal(problem.status, 422);
  assert.deepEqual(problem.errors, [
    { field: 'order.items.0.price', code: 'invalid_format', message: 'Must be a decimal.' },
  ]);
});
