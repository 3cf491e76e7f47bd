// A token outside the catalog is reported by its contract only, and only if it moves to a watched address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressTable } from './address-table.ts';
import { transferTopic } from './raw.ts';
import { unlistedInLogs } from './read-logs.ts';

const address = (digit: string) => `0x${digit.repeat(40)}`;
const inWord = (digit: string) => `0x${'0'.repeat(24)}${digit.repeat(40)}`;
const amount = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const log = (contract: string, to: string, value: number, more: object = {}) => ({
  address: address(contract),
  data: amount(value),
  topics: [transferTopic, inWord('9'), inWord(to)],
  ...more,
});

test('an unlisted token that pays the address is reported once', () => {
  const watched = new AddressTable();
  watched.add(address('1'));
  const listed = new Set([address('a')]);
  const table: readonly (readonly [what: string, logs: ReturnType<typeof log>[], found: string[]])[] = [
    ['none', [], []],
    ['a listed token', [log('a', '1', 5)], []],
    ['another token', [log('b', '1', 5)], [address('b')]],
    ['twice', [log('b', '1', 5), log('b', '1', 6)], [address('b')]],
    ['to another address', [log('b', '2', 5)], []],
    ['nothing', [log('b', '1', 0)], []],
    ['an approval', [log('b', '1', 5, { topics: [inWord('7'), inWord('9'), inWord('1')] })], []],
    ['a collectible', [log('b', '1', 5, { topics: [transferTopic, inWord('9'), inWord('1'), amount(5)] })], []],
    ['a transfer without an amount', [log('b', '1', 5, { data: '0x' })], []],
    ['a word that is no address', [log('b', '1', 5, { topics: [transferTopic, inWord('9'), amount(1)] })], []],
    ['a crowd', ['b', 'c', 'd', 'e'].map((one) => log(one, '1', 5)), ['b', 'c', 'd'].map(address)],
  ];
  for (const [what, logs, found] of table) assert.deepEqual(unlistedInLogs(logs, watched, listed), found, what);
});
