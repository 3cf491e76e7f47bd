// RLP equals viem's RLP for lists of any shape, and around each length at which its headers change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRlp } from 'viem/utils';
import { fc } from '../../../../../test/rig/chance/properties.ts';
import type { Hex } from '../../accounts/address.ts';
import { type Rlp, rlp } from './trie-root.ts';

const bytes = fc.uint8Array({ maxLength: 80 }).map((one): Hex => `0x${Buffer.from(one).toString('hex')}`);
const { item } = fc.letrec<{ item: Rlp; list: readonly Rlp[] }>((tie) => ({
  item: fc.oneof({ maxDepth: 4 }, bytes, tie('list')),
  list: fc.array(tie('item'), { maxLength: 12 }),
}));

test('lists of bytes are encoded like in another library', () => {
  fc.assert(fc.property(item, (one) => assert.equal(rlp(one), toRlp(one as Hex))));
  for (const length of [0, 1, 54, 55, 56, 57, 255, 256, 65_535, 65_536]) {
    for (const digit of ['00', '7f', '80', 'ff']) {
      const one: Hex = `0x${digit.repeat(length)}`;
      assert.equal(rlp(one), toRlp(one));
      assert.equal(rlp([one]), toRlp([one]));
    }
  }
});
