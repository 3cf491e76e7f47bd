// When a payment without a block counts as made, by the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settledTime } from './settled-time.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

const rows: readonly { rule: string; told: number; readUntil: number | null; now: number; counts: number }[] = [
  { rule: 'the rail says when, between two readings', told: 5, readUntil: 0, now: 10, counts: 5 },
  { rule: 'a rail whose clock is slow makes no payment timely', told: 0, readUntil: 9, now: 10, counts: 9 },
  { rule: 'a rail whose clock is fast makes no payment late', told: 30, readUntil: 9, now: 10, counts: 10 },
  { rule: 'before the first reading the rail alone knows', told: 2, readUntil: null, now: 10, counts: 2 },
];

for (const { rule, told, readUntil, now, counts } of rows)
  test(`time of a payment without a block: ${rule}`, () => {
    const reading = { readUntil: readUntil === null ? null : at(readUntil), now: at(now) };
    assert.deepEqual(settledTime(at(told), reading), at(counts));
  });
