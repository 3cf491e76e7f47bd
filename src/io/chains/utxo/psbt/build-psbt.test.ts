// PSBTs are complete for signers that know nothing but their master key, for every kind of output.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import { RawOldTx } from '@scure/btc-signer/script.js';
import type { Signer } from '@scure/btc-signer/transaction.js';
import { type OwnCoin, outpointOf, type WantedSpend } from '../../spends/spend.ts';
import { readUtxoAddress } from '../addresses/read-address.ts';
import { addressOf, payloadPlace, scriptKindAt, scriptOf } from '../addresses/script.ts';
import { doubleHash, shown } from '../blocks/hashes.ts';
import { deriveUtxoAddress } from '../keys/derive-address.ts';
import { utxoParams } from '../params.ts';
import { utxoWalletCodec } from '../wallet-codec.ts';

// The phrase "abandon … about" of BIP-84's and BIP-86's vectors, and its first change addresses there.
const seed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
  '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const change84 = 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el';
const change86 = 'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7';
const payee = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const params = utxoParams('bitcoin');
const network = { symbol: 'bitcoin', chainId: null, params: 'bitcoin' };
const master = HDKey.fromMasterSeed(hex.decode(seed));
const cosigner = HDKey.fromMasterSeed(hex.decode(seed.split('').reverse().join('')));

function keyAt(root: HDKey, path: string): string {
  const fingerprint = root.fingerprint.toString(16).padStart(8, '0');
  return `[${fingerprint}${path.slice(1)}]${root.derive(path).publicExtendedKey}/<0;1>/*`;
}

interface Terms {
  readonly amounts: readonly bigint[];
  readonly pay: bigint;
  readonly more?: Partial<WantedSpend>;
  readonly edit?: (coin: OwnCoin) => OwnCoin;
}

/** A wallet with one coin of each amount, at children 0, 1, …. */
function spend(text: string, { amounts, pay, more = {}, edit = (coin) => coin }: Terms) {
  const read = utxoWalletCodec.readExtendedKey(text, network);
  assert.ok(!('message' in read), text);
  const key = { value: read.canonical, descriptor: read.descriptor ?? null };
  const coins = amounts.map((amount, at) => edit(coinAt(key.value, BigInt(at), amount)));
  const payments = [{ recipient: payee, amount: pay }];
  const change = { branch: 'change', index: 0n } as const;
  const wanted = { key, coins, earlier: [], payments, feeRate: 2_000n, change, ...more };
  const made = utxoWalletCodec.prepareSpend?.(wanted, network) ?? null;
  return typeof made === 'string' ? { coins, spend: null, fault: made } : { coins, spend: made, fault: null };
}

function coinAt(key: string, index: bigint, amount: bigint): OwnCoin {
  const address = readUtxoAddress(deriveUtxoAddress(key, index, params), params);
  assert.ok(!('message' in address));
  const script = scriptOf(address);
  const input = {
    txid: new Uint8Array(32).fill(Number(index) + 1),
    index: 0,
    finalScriptSig: new Uint8Array(),
    sequence: 0,
  };
  const transaction = RawOldTx.encode({
    version: 2,
    inputs: [input],
    outputs: [
      { amount: 1_000n, script: hex.decode('6a') },
      { amount, script },
    ],
    lockTime: 0,
  });
  const txHash = shown(doubleHash(transaction));
  return { txHash, output: 1, blockHash: null, amount, script, transaction, branch: 'receiving', index };
}

const parsed = (psbt: string) => Transaction.fromPSBT(base64.decode(psbt));

function outputsOf(tx: Transaction): Map<string, bigint> {
  return new Map(
    Array.from({ length: tx.outputsLength }, (_, at) => {
      const { script = new Uint8Array(), amount = 0n } = tx.getOutput(at);
      const kind = scriptKindAt(script, 0, script.length);
      assert.ok(kind !== null);
      const { offset, length } = payloadPlace[kind];
      return [addressOf({ kind, payload: script.slice(offset, offset + length) }, params), amount];
    }),
  );
}

const kinds: readonly (readonly [text: string, signers: readonly HDKey[]])[] = [
  [`pkh(${keyAt(master, "m/44'/0'/0'")})`, [master]],
  [`sh(wpkh(${keyAt(master, "m/49'/0'/0'")}))`, [master]],
  [`wpkh(${keyAt(master, "m/84'/0'/0'")})`, [master]],
  [`tr(${keyAt(master, "m/86'/0'/0'")})`, [master]],
  ...['wsh(', 'sh(', 'sh(wsh('].map((opening): [string, HDKey[]] => {
    const keys = [master, cosigner].map((root) => keyAt(root, "m/48'/0'/0'/2'")).join(',');
    return [`${opening}sortedmulti(2,${keys})${')'.repeat(opening.split('(').length - 1)}`, [master, cosigner]];
  }),
];

test('a signer with the master key alone signs for every kind of output, and the fee is the wanted rate', () => {
  for (const [text, signers] of kinds) {
    const { spend: built } = spend(text, { amounts: [60_000n, 50_000n], pay: 90_000n });
    assert.ok(built !== null, text);
    const tx = parsed(built.psbt);
    for (const signer of signers) assert.equal(tx.sign(signer as unknown as Signer), 2, text);
    tx.finalize();
    assert.equal(tx.fee, built.fee);
    const paid = Number(built.fee) / tx.vsize;
    assert.ok(paid >= 2 && paid < 2.1, `${text} pays ${paid}`);
    assert.equal(outputsOf(tx).get(payee), 90_000n);
  }
});

test('change goes to the child that BIP-84 and BIP-86 name, with its path for the wallet', () => {
  const table = [
    [kinds[2]?.[0] ?? '', change84, 84],
    [kinds[3]?.[0] ?? '', change86, 86],
  ] as const;
  for (const [text, address, purpose] of table) {
    const { spend: built } = spend(text, { amounts: [100_000n], pay: 40_000n });
    assert.ok(built?.change);
    const tx = parsed(built.psbt);
    assert.equal(outputsOf(tx).get(address), 60_000n - built.fee);
    assert.equal([...outputsOf(tx).keys()].indexOf(address), built.change.output);
    assert.equal(built.change.amount, 60_000n - built.fee);
    const change = tx.getOutput(built.change.output);
    const derivation = change.bip32Derivation?.[0]?.[1] ?? change.tapBip32Derivation?.[0]?.[1].der;
    const path = [purpose, 0, 0].map((step) => step + 0x8000_0000).concat(1, 0);
    assert.deepEqual({ ...derivation }, { fingerprint: master.fingerprint, path });
    assert.equal(change.tapInternalKey !== undefined, purpose === 86);
  }
});

test('inputs have what BIP-174 and BIP-371 ask for: the whole chain transaction, except for taproot', () => {
  for (const [text] of kinds) {
    const { spend: built } = spend(text, { amounts: [100_000n], pay: 40_000n });
    const input = parsed(built?.psbt ?? '').getInput(0);
    const isTaproot = text.startsWith('tr');
    const hasWitness = !/^(?:pkh|sh\(sorted)/.test(text);
    assert.deepEqual(
      [input.nonWitnessUtxo !== undefined, input.witnessUtxo !== undefined, input.tapInternalKey !== undefined],
      [!isTaproot, hasWitness, isTaproot],
      text,
    );
    assert.deepEqual([input.sequence, input.bip32Derivation !== undefined], [0xffff_fffd, !isTaproot], text);
  }
});

test('coins that cannot be spent are left out: of another script, or without what a legacy signer needs', () => {
  const [legacy = '', , segwit = ''] = kinds.map(([text]) => text);
  const without = (coin: OwnCoin): OwnCoin => ({ ...coin, transaction: null });
  const other = (coin: OwnCoin): OwnCoin => ({
    ...coin,
    script: scriptOf({ kind: 'p2wpkh', payload: coin.script.slice(0, 20) }),
  });
  const terms = { amounts: [100_000n], pay: 40_000n };
  assert.equal(spend(legacy, { ...terms, edit: without }).spend, null);
  assert.equal(spend(segwit, { ...terms, edit: other }).spend, null);
  assert.ok(spend(segwit, { ...terms, edit: without }).spend !== null);
});

test('too few coins make none, change that is dust goes to the fee, and a coin of each earlier PSBT is spent', () => {
  const [text = ''] = kinds[2] ?? [];
  assert.equal(spend(text, { amounts: [40_000n], pay: 40_000n }).fault, 'not_enough_coins');
  assert.equal(spend(text, { amounts: [40_100n], pay: 40_000n }).fault, 'not_enough_coins');
  const dust = spend(text, { amounts: [40_500n], pay: 40_000n }).spend;
  assert.deepEqual([dust?.change, dust?.fee], [null, 500n]);
  const { coins } = spend(text, { amounts: [90_000n, 20_000n], pay: 1n });
  const earlier = [[outpointOf(coins[1] as OwnCoin)]];
  const two = { amounts: [90_000n, 20_000n], pay: 40_000n };
  const both = spend(text, { ...two, more: { earlier } }).spend;
  assert.deepEqual(both?.inputs.toSorted(), coins.map(outpointOf).toSorted());
  const gone = [...earlier, [`${'ab'.repeat(32)}:0`]];
  assert.equal(spend(text, { ...two, more: { earlier: gone } }).fault, 'earlier_coins_gone');
  const legacy = { ...two, edit: (coin: OwnCoin): OwnCoin => ({ ...coin, transaction: null }) };
  const unsignable = [spend(kinds[0]?.[0] ?? '', legacy).coins.map(outpointOf)];
  assert.equal(spend(kinds[0]?.[0] ?? '', { ...legacy, more: { earlier: unsignable } }).fault, 'earlier_coins_gone');
  const several = [payee, change84].map((recipient, at) => ({ recipient, amount: 10_000n + BigInt(at) }));
  const paid = spend(text, {
    amounts: [90_000n],
    pay: 0n,
    more: { payments: several, change: { branch: 'change', index: 7n } },
  });
  const outputs = outputsOf(parsed(paid.spend?.psbt ?? ''));
  assert.deepEqual([outputs.size, outputs.get(payee), outputs.get(change84)], [3, 10_000n, 10_001n]);
});

test('without an origin, the path begins at the extended key itself', () => {
  const account = master.derive("m/84'/0'/0'");
  const { spend: built } = spend(`wpkh(${account.publicExtendedKey}/<0;1>/*)`, { amounts: [100_000n], pay: 40_000n });
  const derivation = parsed(built?.psbt ?? '').getInput(0).bip32Derivation?.[0]?.[1];
  assert.deepEqual({ ...derivation }, { fingerprint: account.fingerprint, path: [0, 0] });
});
