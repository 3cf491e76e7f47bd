// Real blocks of each network are read to the last byte, and anything else is rejected (C8, C9, C10, C12).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RawTx } from '@scure/btc-signer/script.js';
import { fc } from '../../../../../test/rig/chance/properties.ts';
import { bip143Example, bitcoin170, bitcoinGenesis, dogecoin371337 } from '../../../../../test/rig/utxo/utxo-blocks.ts';
import { count, type Input, type Output, rawTransaction } from '../../../../../test/rig/utxo/utxo-transaction.ts';
import { ChainFault } from '../../chain.ts';
import { addressOf, type ScriptKind, scriptOf } from '../addresses/script.ts';
import { type UtxoParams, utxoParams } from '../params.ts';
import { doubleHash, merkleRoot, shown } from './hashes.ts';
import { readBlock, type Thoroughness } from './read-block.ts';
import { readTransaction } from './read-transaction.ts';
import { ScriptTable } from './script-table.ts';

const bitcoin = utxoParams('bitcoin');

function watching(params: UtxoParams, ...addresses: readonly string[]): ScriptTable {
  const watched = new ScriptTable(params);
  for (const address of addresses) watched.add(address);
  return watched;
}

/**
 * A block of these chain transactions, in hex, under a header that commits to them; the ids are computed by btc-signer.
 */
function blockOf(transactions: readonly string[], parent = '00'.repeat(32)): { hash: string; bytes: Buffer } {
  const ids = transactions.map((hex) => Buffer.from(idOf(hex), 'hex').reverse());
  const header = Buffer.alloc(80);
  header.writeUInt32LE(4, 0);
  Buffer.from(parent, 'hex').reverse().copy(header, 4);
  (merkleRoot(ids) as Buffer).copy(header, 36);
  header.writeUInt32LE(1_700_000_000, 68);
  const bytes = Buffer.concat([header, Buffer.from(count(transactions.length) + transactions.join(''), 'hex')]);
  return { hash: shown(doubleHash(header)), bytes };
}

/** The id, computed by an independent library. */
function idOf(hex: string): string {
  const { witnesses: _, segwitFlag: __, ...legacy } = RawTx.decode(Buffer.from(hex, 'hex'));
  return shown(doubleHash(RawTx.encode({ ...legacy, segwitFlag: false })));
}

const coinbase: Input = { txid: '00'.repeat(32), vout: 0xffff_ffff, script: '03a0bb0d' };
const spent: Input = { txid: 'ab'.repeat(32), vout: 7, witness: ['aa'.repeat(71), 'bb'.repeat(33)] };

function script(kind: ScriptKind, seed: number): Output['script'] {
  const length = kind === 'p2wsh' || kind === 'p2tr' ? 32 : 20;
  return Buffer.from(scriptOf({ kind, payload: Buffer.alloc(length, seed) })).toString('hex');
}

function addressWith(kind: ScriptKind, seed: number): string {
  const length = kind === 'p2wsh' || kind === 'p2tr' ? 32 : 20;
  return addressOf({ kind, payload: Buffer.alloc(length, seed) }, bitcoin);
}

function isRetryable(fault: unknown): boolean {
  return fault instanceof ChainFault && fault.retryable;
}

test('the first block of Bitcoin and the first with a payment are read whole', () => {
  for (const { number, hash, bytes } of [bitcoinGenesis, bitcoin170]) {
    const { header, transfers } = readBlock(
      bytes,
      { number, hash },
      { watched: watching(bitcoin), params: bitcoin, thoroughness: 'prove' },
    );
    assert.deepEqual([header.number, header.hash, transfers], [number, hash, []]);
  }
  const { header } = readBlock(
    bitcoin170.bytes,
    { number: 170, hash: bitcoin170.hash },
    { watched: watching(bitcoin), params: bitcoin, thoroughness: 'walk' },
  );
  assert.equal(header.parentHash, '000000002a22cfee1f2c846adbd12b3e183d4f97683f85dad08a79780a84bd55');
  assert.equal(header.time, 1_231_731_025);
});

test('C9-key-alone: an output to a bare public key is not one to its address', () => {
  // The address of the key that was paid in block 170.
  const watched = watching(bitcoin, '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3');
  assert.deepEqual(
    readBlock(
      bitcoin170.bytes,
      { number: 170, hash: bitcoin170.hash },
      { watched, params: bitcoin, thoroughness: 'prove' },
    ).transfers,
    [],
  );
});

test('a spend of a watched output is reported with its chain transaction', () => {
  const outpoint = '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9:0';
  const watched = watching(bitcoin);
  const spends = () =>
    readBlock(
      bitcoin170.bytes,
      { number: 170, hash: bitcoin170.hash },
      { watched, params: bitcoin, thoroughness: 'walk' },
    ).spends;
  assert.equal(spends(), undefined);
  watched.outputs.replace([outpoint, `${'ab'.repeat(32)}:1`]);
  const txHash = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
  assert.deepEqual(spends(), [{ outpoint, txHash }]);
  // Another output of the same chain transaction.
  watched.outputs.replace([outpoint.replace(':0', ':1')]);
  assert.equal(spends(), undefined);
  watched.outputs.replace([]);
  assert.equal(spends(), undefined);
});

test('a spend is reported only if the block’s header commits to it', () => {
  const outputs = [{ script: '51', amount: 1n }];
  const { hash, bytes } = blockOf([rawTransaction([coinbase], outputs), rawTransaction([spent], outputs)]);
  const watched = watching(bitcoin);
  watched.outputs.replace([`${spent.txid}:${spent.vout}`]);
  assert.equal(
    readBlock(bytes, { number: 5, hash }, { watched, params: bitcoin, thoroughness: 'walk' }).spends?.length,
    1,
  );
  const forged = Buffer.from(bytes);
  forged.writeUInt8(forged.readUInt8(forged.length - 1) ^ 1, forged.length - 1);
  assert.throws(
    () => readBlock(forged, { number: 5, hash }, { watched, params: bitcoin, thoroughness: 'walk' }),
    isRetryable,
  );
  watched.outputs.replace([]);
  assert.equal(
    readBlock(forged, { number: 5, hash }, { watched, params: bitcoin, thoroughness: 'walk' }).transfers.length,
    0,
  );
});

test('a Dogecoin block with a merged-mining proof is read like any other', () => {
  const dogecoin = utxoParams('dogecoin');
  const { number, hash, bytes } = dogecoin371337;
  const watched = watching(dogecoin, 'DGyiBd4UtcYB69dW1hL5TrySMUyPg1KSkg');
  const { transfers } = readBlock(bytes, { number, hash }, { watched, params: dogecoin, thoroughness: 'walk' });
  assert.deepEqual(
    transfers.map(({ txHash, position, amount }) => [txHash, position, amount]),
    [
      ['5e3ab18cb7ba3abc44e62fb3a43d4c8168d00cf0a2e0f8dbeb2636bb9a212d12', 'out:0', 56_900_000_000n],
      ['02c16e3389320da3e77686d39773dda65a1ecdf98a2ef9cfb938c9f4b58f7a40', 'out:0', 2_912_000_001n],
    ],
  );
  assert.throws(
    () => readBlock(bytes, { number, hash }, { watched, params: bitcoin, thoroughness: 'walk' }),
    isRetryable,
  );
});

test('a chain transaction with witnesses has the id that is hashed without them (BIP-141, BIP-144)', () => {
  const bytes = Buffer.from(bip143Example, 'hex');
  const txHash = idOf(bip143Example);
  const watched = watching(
    bitcoin,
    addressOf({ kind: 'p2pkh', payload: Buffer.from('8280b37df378db99f66f85c95a783a76ac7a6d59', 'hex') }, bitcoin),
  );
  const { spends, transfers } = readTransaction(bytes, txHash, watched, bitcoin);
  assert.deepEqual(spends, [
    '9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff:0',
    '8ac60eb9575db5b2d987e29f301b5b819ea83a5c6579d282d189cc04b8e151ef:1',
  ]);
  assert.deepEqual(
    transfers.map(({ position, amount, txHash: id }) => [position, amount, id]),
    [['out:0', 112_340_000n, txHash]],
  );
  assert.throws(() => readTransaction(bytes, 'ab'.repeat(32), watched, bitcoin), isRetryable);
  assert.throws(() => readTransaction(Buffer.concat([bytes, Buffer.of(0)]), txHash, watched, bitcoin), isRetryable);
});

test('C10-several-outputs: each paying output is found by its position, dust too (C8), an empty one is not', () => {
  const kinds: readonly ScriptKind[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh'];
  const outputs = [
    ...kinds.flatMap((kind) => [
      { script: script(kind, 1), amount: 1n },
      { script: script(kind, 1), amount: 0n },
      { script: script(kind, 2), amount: 9n },
      { script: script(kind, 1), amount: 2_100_000_000_000_000n },
    ]),
    { script: `6a20${'01'.repeat(32)}`, amount: 5n },
  ];
  const payment = rawTransaction([spent], outputs);
  const { hash, bytes } = blockOf([rawTransaction([coinbase], [{ script: script('p2pkh', 3), amount: 50n }]), payment]);
  const watched = watching(bitcoin, ...kinds.map((kind) => addressWith(kind, 1)));
  const { transfers } = readBlock(bytes, { number: 9, hash }, { watched, params: bitcoin, thoroughness: 'walk' });
  assert.deepEqual(
    transfers.map(({ position, amount, recipient }) => [position, amount, recipient]),
    kinds.flatMap((kind, at) => [
      [`out:${4 * at}`, 1n, addressWith(kind, 1)],
      [`out:${4 * at + 3}`, 2_100_000_000_000_000n, addressWith(kind, 1)],
    ]),
  );
  for (const transfer of transfers) {
    assert.deepEqual([transfer.txHash, transfer.sender, transfer.contract], [idOf(payment), null, '']);
    assert.deepEqual([transfer.spends, transfer.maturity, transfer.succeeded], [[`${spent.txid}:7`], undefined, true]);
  }
});

test('C12-coinbase: what a coinbase pays can be spent after 100 confirmations only, and says so', () => {
  const mined = rawTransaction([coinbase], [{ script: script('p2wpkh', 1), amount: 50n }]);
  const paid = rawTransaction([spent], [{ script: script('p2wpkh', 1), amount: 60n }]);
  const { hash, bytes } = blockOf([mined, paid]);
  const { transfers } = readBlock(
    bytes,
    { number: 9, hash },
    { watched: watching(bitcoin, addressWith('p2wpkh', 1)), params: bitcoin, thoroughness: 'walk' },
  );
  assert.deepEqual(
    transfers.map(({ amount, maturity, spends }) => [amount, maturity, spends]),
    [
      [50n, 100, []],
      [60n, undefined, [`${spent.txid}:7`]],
    ],
  );
});

test('C9-odd-scripts: a script with ours inside, before or behind is not ours', () => {
  const ours = script('p2pkh', 1);
  const odd = [
    '',
    '6a',
    `6a19${ours}`,
    `${ours}61`,
    `61${ours}`,
    `5121${'02'.repeat(33)}51ae`,
    ours.slice(0, -2),
    'ff'.repeat(400),
  ];
  const witness = { ...spent, witness: [ours, ours.repeat(30)], script: `19${ours}` };
  const payment = rawTransaction(
    [witness],
    odd.map((one) => ({ script: one, amount: 1_000n })),
  );
  const { hash, bytes } = blockOf([rawTransaction([coinbase], [{ script: '51', amount: 1n }]), payment]);
  assert.deepEqual(
    readBlock(
      bytes,
      { number: 9, hash },
      { watched: watching(bitcoin, addressWith('p2pkh', 1)), params: bitcoin, thoroughness: 'prove' },
    ).transfers,
    [],
  );
});

test('a payment cannot be put into a block that its header does not stand for (C17)', () => {
  const paid = rawTransaction([spent], [{ script: script('p2wpkh', 1), amount: 60n }]);
  const honest = [
    rawTransaction([coinbase], [{ script: '51', amount: 1n }]),
    rawTransaction([{ ...spent, vout: 1 }], []),
  ];
  const { hash, bytes } = blockOf(honest);
  const header = bytes.subarray(0, 80);
  const told = (transactions: readonly string[]) =>
    Buffer.concat([header, Buffer.from(count(transactions.length) + transactions.join(''), 'hex')]);
  const watched = watching(bitcoin, addressWith('p2wpkh', 1));
  assert.throws(
    () => readBlock(told([...honest, paid]), { number: 9, hash }, { watched, params: bitcoin, thoroughness: 'walk' }),
    isRetryable,
  );
  assert.throws(
    () =>
      readBlock(
        told([honest[0] as string, paid]),
        { number: 9, hash },
        { watched, params: bitcoin, thoroughness: 'walk' },
      ),
    isRetryable,
  );
  // An omitted chain transaction, instead of an added one, is noticed only if every block is proved.
  assert.throws(
    () => readBlock(told(honest.slice(0, 1)), { number: 9, hash }, { watched, params: bitcoin, thoroughness: 'prove' }),
    isRetryable,
  );
  // Another block than the requested one.
  assert.throws(
    () => readBlock(bytes, { number: 9, hash: 'ab'.repeat(32) }, { watched, params: bitcoin, thoroughness: 'walk' }),
    isRetryable,
  );
});

test('a block with a repeated end has the same root and is rejected (CVE-2012-2459)', () => {
  const paid = rawTransaction([spent], [{ script: script('p2wpkh', 1), amount: 60n }]);
  const three = [
    rawTransaction([coinbase], [{ script: '51', amount: 1n }]),
    rawTransaction([{ ...spent, vout: 1 }], []),
    paid,
  ];
  const { hash, bytes } = blockOf(three);
  const watched = watching(bitcoin, addressWith('p2wpkh', 1));
  assert.equal(
    readBlock(bytes, { number: 9, hash }, { watched, params: bitcoin, thoroughness: 'walk' }).transfers.length,
    1,
  );
  const doubled = Buffer.concat([bytes.subarray(0, 80), Buffer.from(`04${[...three, paid].join('')}`, 'hex')]);
  assert.throws(
    () => readBlock(doubled, { number: 9, hash }, { watched, params: bitcoin, thoroughness: 'walk' }),
    /do not match its header/,
  );
});

test('C9-parser: damaged block bytes are read or refused with a fault that can be retried', () => {
  const dogecoin = utxoParams('dogecoin');
  const litecoin = utxoParams('litecoin');
  const samples: readonly (readonly [Buffer, UtxoParams])[] = [
    [bitcoin170.bytes, bitcoin],
    [dogecoin371337.bytes, dogecoin],
    [blockOf([rawTransaction([coinbase], [{ script: '51', amount: 1n }]), bip143Example]).bytes, litecoin],
  ];
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat({ max: 40 }),
    put: fc.uint8Array({ maxLength: 12 }),
  });
  const depths = fc.constantFrom<Thoroughness>('walk', 'prove');
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      depths,
      ([bytes, params], changes, depth) => {
        let spoilt = bytes;
        for (const { at, cut, put } of changes) {
          const place = 80 + Math.floor(at * (spoilt.length - 80));
          spoilt = Buffer.concat([spoilt.subarray(0, place), put, spoilt.subarray(place + cut)]);
        }
        const hash = shown(doubleHash(spoilt.subarray(0, 80)));
        const watched = watching(params);
        try {
          assert.deepEqual(
            readBlock(spoilt, { number: 1, hash }, { watched, params, thoroughness: depth }).transfers,
            [],
          );
        } catch (fault) {
          if (!(fault instanceof ChainFault)) throw fault;
        }
        try {
          readTransaction(spoilt.subarray(81), 'ab'.repeat(32), watched, params);
        } catch (fault) {
          if (!(fault instanceof ChainFault)) throw fault;
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test('any chain transaction is read as by another library', () => {
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((all) => Buffer.from(all).toString('hex'));
  const someScript = fc.oneof(
    fc.constantFrom<ScriptKind>('p2pkh', 'p2sh', 'p2wpkh', 'p2wsh').map((kind) => script(kind, 1)),
    fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all).toString('hex')),
  );
  const input = fc.record({
    txid: bytes(32),
    vout: fc.nat(),
    script: fc.constantFrom('', '00', '51'.repeat(300)),
    witness: fc.array(bytes(3), { maxLength: 3 }),
  });
  const output = fc.record({ script: someScript, amount: fc.bigInt({ min: 0n, max: 2n ** 60n }) });
  const watched = watching(
    bitcoin,
    ...(['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh'] as const).map((kind) => addressWith(kind, 1)),
  );
  fc.assert(
    fc.property(
      fc.array(input, { minLength: 1, maxLength: 5 }),
      fc.array(output, { maxLength: 300 }),
      (inputs, outputs) => {
        const hex = rawTransaction(inputs, outputs);
        const read = readTransaction(Buffer.from(hex, 'hex'), idOf(hex), watched, bitcoin);
        assert.deepEqual(
          read.spends,
          inputs.map(({ txid, vout }) => `${txid}:${vout}`),
        );
        const mine = (['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh'] as const).map((kind) => script(kind, 1));
        assert.deepEqual(
          read.transfers.map(({ position, amount }) => [position, amount]),
          outputs.flatMap((one, at) =>
            mine.includes(one.script) && one.amount > 0n ? [[`out:${at}`, one.amount]] : [],
          ),
        );
      },
    ),
    { numRuns: 200 },
  );
});
