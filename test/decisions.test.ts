// docs/decisions/ has one decision per file, in one form, numbered by date without gaps, with an index of all.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  decisionFolder,
  decisionTexts,
  parseDecision,
  readDecisionPage,
  readIndex,
} from './rig/documents/decision-files.ts';
import { projectRoot } from './rig/house/source-tree.ts';

const texts = decisionTexts();
const index = readDecisionPage('README.md');
const decisions = [...texts].flatMap(([file, text]) => parseDecision(file, text) ?? []);

const sound = `# 0007. Count in bigint

Date: 2026-11-21

Status: accepted

## Context

Why.

## Decision

A choice.

## Consequences

More.
`;

test('every decision has a title, a date, a status, its context, the decision and consequences', () => {
  const read = new Set(decisions.map(({ file }) => file));
  assert.deepEqual(
    [...texts.keys()].filter((file) => !read.has(file)),
    [],
  );
});

test('decisions are numbered by date, without a gap', () => {
  assert.deepEqual(
    decisions.map(({ number }) => Number(number)),
    decisions.map((_, at) => at + 1),
  );
  assert.deepEqual(
    decisions.filter(({ date }, at) => date < (decisions[at - 1]?.date ?? date)),
    [],
  );
});

test('a superseded decision names a later one', () => {
  const wrong = decisions.filter(
    ({ number, successor }) =>
      successor !== null && !(successor > number && decisions.some((later) => later.number === successor)),
  );
  assert.deepEqual(wrong, []);
});

test('the index lists every decision once, with its title, date and status', () => {
  const listed = readIndex(index);
  assert.deepEqual(
    listed.toSorted((a, b) => a.number.localeCompare(b.number)),
    decisions,
  );
  assert.equal(listed.length, [...index.matchAll(/^\| \d/gm)].length);
});

test('every link of a decision leads to a file', () => {
  const pages = [...texts, ...['README.md', 'dependencies.md'].map((file) => [file, readDecisionPage(file)] as const)];
  const broken = pages.flatMap(([file, text]) =>
    [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(projectRoot, decisionFolder, target)))
      .map((target) => `${file}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

test('a decision without a part, or with the number of another, is noticed', () => {
  const wanted = {
    file: '0007-bigint.md',
    number: '0007',
    title: 'Count in bigint',
    date: '2026-11-21',
    successor: null,
  };
  assert.deepEqual(parseDecision('0007-bigint.md', sound), wanted);
  const superseded = sound.replace('accepted', 'superseded by [0009](0009-numeric.md)');
  assert.equal(parseDecision('0007-bigint.md', superseded)?.successor, '0009');
  assert.equal(parseDecision('0008-bigint.md', sound), null);
  for (const part of ['Date: 2026-11-21', 'accepted', 'Why.', 'A choice.', 'More.', '## Context', '## Consequences']) {
    assert.equal(parseDecision('0007-bigint.md', sound.replace(part, '')), null, part);
  }
  assert.equal(parseDecision('0007-bigint.md', superseded.replace('(0009', '(0010')), null);
});
