// docs/clauses.md lists every clause of the published interface with the test that proves it: each of them exists.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from './rig/source-tree.ts';

interface Proof {
  readonly clause: string;
  readonly file: string;
  readonly name: string;
}

const proofs = readProofs(readFileSync(join(projectRoot, 'docs/clauses.md'), 'utf8'));

test('every clause names a test that exists', () => {
  const missing = proofs.filter(({ file, name }) => !testNames(file).some((one) => one === name));
  assert.deepEqual(
    missing.map(({ clause, file, name }) => `${clause}: ${file}: ${name}`),
    [],
  );
});

test('clauses are numbered without a gap, each once', () => {
  const numbers = Map.groupBy(new Set(proofs.map((one) => one.clause)), (clause) => clause.charAt(0));
  assert.ok(proofs.length > 30);
  for (const [letter, clauses] of numbers) {
    assert.deepEqual(
      clauses,
      clauses.map((_, index) => `${letter}${index + 1}`),
    );
  }
});

/** Rows of the tables: a row without a number is one more test of the clause above it. */
function readProofs(text: string): Proof[] {
  const found: Proof[] = [];
  for (const [, number = '', file = '', name = ''] of text.matchAll(/^\| (\w*) ?\|[^|]*\| `([^`]+)` \| (.+) \|$/gm)) {
    const clause = number === '' ? (found.at(-1)?.clause ?? '') : number;
    found.push({ clause, file, name });
  }
  return found;
}

/** A name that is made as the test runs counts by the part that is always the same. */
function testNames(file: string): string[] {
  const path = join(projectRoot, file);
  if (!existsSync(path)) return [];
  const calls = readFileSync(path, 'utf8').matchAll(
    /^\s*test\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/gm,
  );
  return [...calls].map(([, single, double, template]) => {
    const made = template?.replace(/ \([^(]*\$\{.*$/, '');
    return (single ?? double ?? made ?? '').replaceAll("\\'", "'");
  });
}
