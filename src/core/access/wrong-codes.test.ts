// The owner is mailed at the third wrong code within 15 minutes, and at most once in 15 minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWrongCode, type WrongCodes } from './wrong-codes.ts';

/** Minutes at which wrong codes are entered, and minutes at which a mail is due. */
const rows: readonly [string, readonly number[], readonly number[]][] = [
  ['two are mistakes', [0, 1], []],
  ['the third one is mailed', [0, 1, 2], [2]],
  ['the next ones are not, within 15 minutes', [0, 1, 2, 3, 4, 16.9], [2]],
  ['after 15 minutes they are again', [0, 1, 2, 10, 16, 17, 18], [2, 17]],
  ['three that no window of a clock holds together', [14, 14.5, 15.5], [15.5]],
  ['three in more than 15 minutes are mistakes', [0, 8, 15, 23, 30], []],
];

for (const [rule, given, mailed] of rows) {
  test(`wrong codes: ${rule}`, () => {
    let codes: WrongCodes = { givenAt: [], mailedAt: null };
    const mails = given.filter((minute) => {
      const { mails: isDue, ...next } = addWrongCode(codes, new Date(minute * 60_000));
      codes = next;
      return isDue;
    });
    assert.deepEqual(mails, mailed);
    assert.ok(codes.givenAt.length <= 3);
  });
}
