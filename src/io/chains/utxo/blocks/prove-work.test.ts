// A block of Bitcoin that nobody worked for is none (C18).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChainFault } from '../../chain.ts';
import { utxoChains, utxoParams } from '../params.ts';
import { proveWork } from './prove-work.ts';

const bitcoin = utxoParams('bitcoin');
/** As hard as a block of Bitcoin was in 2023, 256 times easier, and as hard as its first. */
const hard = `${'0'.repeat(19)}2${'a'.repeat(44)}`;
const tooEasy = `${'0'.repeat(17)}2${'a'.repeat(46)}`;
const first = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

test('C18-fake-header-chain: blocks that cost nothing to make are refused, where the chain has long been harder', () => {
  proveWork(0, first, bitcoin);
  proveWork(900_000, hard, bitcoin);
  for (const hash of [tooEasy, first, 'f'.repeat(64)])
    assert.throws(
      () => proveWork(900_000, hash, bitcoin),
      (fault) => fault instanceof ChainFault && fault.retryable,
    );
});

test('where blocks may be easy, or a block’s hash is not what was worked for, nothing is asked', () => {
  for (const params of utxoChains.values()) if (params.name !== 'bitcoin') proveWork(9_000_000, 'f'.repeat(64), params);
});
