// The target of a block must follow from the blocks before it, by the vectors of each chain's own node (C18).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dogecoin400000, dogecoin400001, dogecoin400002 } from '../../../../../test/rig/utxo/published-headers.ts';
import { ChainFault } from '../../chain.ts';
import { readUtxoHeader } from '../blocks/read-header.ts';
import { type UtxoChainName, utxoParams } from '../params.ts';
import { compactOf, targetOf } from './compact-target.ts';
import { HeaderTrail } from './header-trail.ts';
import { type Ancestors, type HeaderFacts, proveTarget, startOf } from './prove-target.ts';

function facts(number: number, bits: number, time = 0): HeaderFacts {
  return { number, bits, time, hash: `${number}`.padStart(64, '0'), parentHash: `${number - 1}`.padStart(64, '0') };
}

function isAllowed(chain: UtxoChainName, header: HeaderFacts, ancestors: Ancestors | null): boolean {
  try {
    proveTarget(header, ancestors, utxoParams(chain));
    return true;
  } catch (fault) {
    assert.ok(fault instanceof ChainFault && fault.retryable);
    return false;
  }
}

/** From src/test/pow_tests.cpp of Bitcoin Core and Litecoin Core and src/test/dogecoin_tests.cpp of Dogecoin Core. */
const vectors: readonly (readonly [
  UtxoChainName,
  height: number,
  start: number,
  time: number,
  bits: number,
  next: number,
])[] = [
  ['bitcoin', 32_255, 1_261_130_161, 1_262_152_739, 0x1d00ffff, 0x1d00d86a],
  ['bitcoin', 2_015, 1_231_006_505, 1_233_061_996, 0x1d00ffff, 0x1d00ffff],
  ['bitcoin', 68_543, 1_279_008_237, 1_279_297_671, 0x1c05a3f4, 0x1c0168fd],
  ['bitcoin', 46_367, 1_263_163_443, 1_269_211_443, 0x1c387f6f, 0x1d00e1fd],
  ['litecoin', 280_223, 1_358_118_740, 1_358_378_777, 0x1c0ac141, 0x1c093f8d],
  ['litecoin', 2_015, 1_317_972_665, 1_318_480_354, 0x1e0ffff0, 0x1e0fffff],
  ['litecoin', 578_591, 1_401_682_934, 1_401_757_934, 0x1b075cf1, 0x1b01d73c],
  ['litecoin', 1_001_951, 1_463_690_315, 1_464_900_315, 0x1b015318, 0x1b054c60],
  ['dogecoin', 145_000, 1_395_094_427, 1_395_094_679, 0x1b499dfd, 0x1b671062],
  ['dogecoin', 145_001, 1_395_094_679, 1_395_094_727, 0x1b671062, 0x1b6558a4],
  ['dogecoin', 145_107, 1_395_100_835, 1_395_101_360, 0x1b3439cd, 0x1b4e56b3],
  ['dogecoin', 149_423, 1_395_380_517, 1_395_380_447, 0x1b446f21, 0x1b335358],
];

test('the next target is computed as by the nodes, and no other is accepted', () => {
  for (const [chain, height, from, time, bits, next] of vectors) {
    const ancestors = { parent: facts(height, bits, time), start: facts(0, bits, from) };
    assert.ok(isAllowed(chain, facts(height + 1, next), ancestors), `${chain} ${height}`);
    for (const other of [next - 1, next + 1, compactOf((targetOf(next) as bigint) * 2n), 0x207fffff])
      assert.ok(!isAllowed(chain, facts(height + 1, other), ancestors), `${chain} ${height} ${other.toString(16)}`);
    // If the start is not known, any change that one step allows is accepted, and nothing beyond it.
    assert.ok(isAllowed(chain, facts(height + 1, next), { ...ancestors, start: null }));
    assert.ok(
      !isAllowed(chain, facts(height + 1, compactOf((targetOf(bits) as bigint) * 5n)), { ...ancestors, start: null }),
    );
    assert.ok(
      !isAllowed(chain, facts(height + 1, compactOf((targetOf(bits) as bigint) / 5n)), { ...ancestors, start: null }),
    );
  }
});

test('C18-easier-at-once: within a period the target stays, and on a chain that reckons none it is the easiest', () => {
  const parent = facts(910_001, 0x17022cb3);
  assert.ok(isAllowed('bitcoin', facts(910_002, 0x17022cb3), { parent, start: null }));
  assert.ok(!isAllowed('bitcoin', facts(910_002, 0x17022cb4), { parent, start: null }));
  assert.ok(
    !isAllowed('litecoin', facts(2_800_001, 0x1e0ffff0), { parent: facts(2_800_000, 0x1a008793), start: null }),
  );
  assert.ok(isAllowed('litecoin-regtest', facts(7, 0x207fffff), null));
  assert.ok(!isAllowed('litecoin-regtest', facts(7, 0x1e0ffff0), null));
  // Test networks allow easy blocks after a pause, so only the work itself is checked there.
  assert.ok(isAllowed('litecoin-testnet', facts(7, 0x1e0fffff), { parent: facts(6, 0x1c0ac141), start: null }));
});

test('each chain measures a period from its own start', () => {
  const at = (chain: UtxoChainName, number: number) => startOf(number, utxoParams(chain));
  assert.equal(at('bitcoin', 911_232), 909_216);
  assert.equal(at('bitcoin', 911_233), null);
  assert.equal(at('litecoin', 911_232), 909_215);
  assert.equal(at('litecoin', 2_016), 0);
  assert.equal(at('dogecoin', 400_002), 400_000);
  assert.equal(at('bitcoin-testnet4', 2_016), null);
});

test('compact targets survive a round trip', () => {
  for (const bits of [0x1d00ffff, 0x17022cb3, 0x207fffff, 0x1e0ffff0, 0x1b0404cb, 0x03123456, 0x02008000, 0x01120000])
    assert.equal(compactOf(targetOf(bits) as bigint), bits);
  for (const bits of [0, 0x1d000000, 0x04923456, 0x01003456, 0xff123456, 0x23010000])
    assert.equal(targetOf(bits), null);
  assert.equal(compactOf(0x80n), 0x02008000);
});

test('a trail requests missing headers only', async () => {
  const blocks = [dogecoin400000, dogecoin400001, dogecoin400002].map(({ bytes, number, hash }) =>
    readUtxoHeader(bytes, number, hash),
  );
  const asked: number[] = [];
  const trail = new HeaderTrail(utxoParams('dogecoin'), {
    async byHash(hash, number) {
      asked.push(number);
      return blocks.find((block) => block.hash === hash && block.number === number) as HeaderFacts;
    },
    byNumber: async () => null,
  });
  const last = blocks[2] as HeaderFacts;
  trail.keep(last);
  await trail.prove(last);
  assert.deepEqual(asked, [400_001, 400_000]);
  await trail.prove(last);
  assert.equal(asked.length, 2);
  trail.keep({ ...last, bits: 0x1b061c8b });
  await assert.rejects(trail.prove(last), ChainFault);
});

test('a period is measured from the chain’s header at its start', async () => {
  const [, height, from, time, bits, next] = vectors[4] as (typeof vectors)[number];
  const start = facts(height + 1 - 2_017, bits, from);
  const trail = new HeaderTrail(utxoParams('litecoin'), {
    byHash: async (_, number) => facts(number, bits, time),
    byNumber: async (number) => (number === start.number ? start : null),
  });
  for (const [tried, isRight] of [
    [next, true],
    [next + 1, false],
  ] as const) {
    const header = { ...facts(height + 1, tried), hash: `${tried}`.padStart(64, 'f') };
    trail.keep(header);
    const proved = trail.prove(header);
    await (isRight ? proved : assert.rejects(proved, ChainFault));
  }
});
