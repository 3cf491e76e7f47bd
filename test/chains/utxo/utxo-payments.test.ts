// A reader of the UTXO family on a real node: blocks, unconfirmed transactions and their outcomes, and extension
// blocks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Transfer } from '../../../src/core/payment/transfer.ts';
import type { Chain, MempoolTransaction, OwnPayment, WatchedSet } from '../../../src/io/chains/chain.ts';
import { utxoChain } from '../../../src/io/chains/utxo/chain.ts';
import { utxoCodec } from '../../../src/io/chains/utxo/codec.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { utxoWalletCodec } from '../../../src/io/chains/utxo/wallet-codec.ts';
import { scanTransfers } from '../../rig/evm/scanning.ts';
import { type Litecoind, startLitecoind } from '../../rig/utxo/litecoind.ts';
import { type Input, type Output, unsignedTransaction } from '../../rig/utxo/utxo-transaction.ts';

const regtest = utxoParams('litecoin-regtest');
let node: Litecoind;
let chain: Chain;

before(async () => {
  node = await startLitecoind();
  chain = open(node);
});

after(async () => {
  await chain?.close();
  await node?.stop();
});

function open({ url }: Litecoind): Chain {
  return utxoChain({ symbol: 'local', params: regtest, endpoints: [url] });
}

/** A new address and a set that watches it. */
async function newShop(
  kind: 'legacy' | 'p2sh-segwit' | 'bech32' = 'bech32',
): Promise<{ shop: string; watched: WatchedSet }> {
  const shop = await node.newAddress(kind);
  const watched = chain.watch();
  watched.add(shop);
  return { shop, watched };
}

function look(watched: WatchedSet): Promise<readonly MempoolTransaction[]> {
  return chain.mempool?.(watched, new AbortController().signal) ?? Promise.reject(new Error('Nothing waits here'));
}

async function outcomeOf(waiting: MempoolTransaction): Promise<string | undefined> {
  return chain.outcomeOf?.(waiting);
}

async function seenSince(first: number, watched: WatchedSet): Promise<Transfer[]> {
  return scanTransfers(chain, first, await node.height(), watched);
}

/** The chain transactions in this block that spend the same outputs as the unconfirmed one, as a scan returns them. */
async function spendersIn(block: number, waiting: MempoolTransaction): Promise<string[]> {
  const watched = chain.watch();
  watched.outputs?.replace(waiting.spends);
  const spenders = new Set<string>();
  for await (const { spends = [] } of chain.scan(block, block, watched, new AbortController().signal))
    for (const { txHash } of spends) spenders.add(txHash);
  return [...spenders];
}

async function scriptOf(address: string): Promise<string> {
  return (await node.rpc<{ scriptPubKey: string }>('validateaddress', [address])).scriptPubKey;
}

/** The only unconfirmed transaction. */
async function waitingFor(watched: WatchedSet): Promise<MempoolTransaction> {
  const waiting = await look(watched);
  assert.equal(waiting.length, 1);
  return waiting[0] as MempoolTransaction;
}

test('every kind of address is paid by a real wallet and seen, and is one that the node itself accepts', async () => {
  const watched = chain.watch();
  const taproot =
    'tr(tpubDDfvzhdVV4unsoKt5aE6dcsNsfeWbTgmLZPi8LQDYU2xixrYemMfWJ3BaVneH3u7DBQePdTwhpybaKRU95pi6PMUtLPBJLVQRpz' +
    'EnjfjZzX/0/*)';
  const facts = { symbol: 'local', chainId: null, params: regtest.name, rpc: [], contracts: [] };
  const shops = [
    await node.newAddress('legacy'),
    await node.newAddress('p2sh-segwit'),
    await node.newAddress('bech32'),
    utxoCodec.deriveAddress(taproot, 0n, facts),
  ];
  const first = (await node.height()) + 1;
  for (const shop of shops) watched.add(shop);
  for (const [at, shop] of shops.entries()) await node.pay(shop, 100_000n + BigInt(at));
  await node.mine();
  const seen = await seenSince(first, watched);
  assert.deepEqual(
    new Map(seen.map(({ recipient, amount }) => [recipient, amount])),
    new Map(shops.map((shop, at) => [shop, 100_000n + BigInt(at)])),
  );
});

test('C10-several-outputs: outputs of one chain transaction to one address are each reported', async () => {
  const { shop, watched } = await newShop();
  const first = (await node.height()) + 1;
  const script = await scriptOf(shop);
  const outputs: Output[] = [100_000n, 100_000n, 200_001n].map((amount) => ({ script, amount }));
  const txid = await node.payOutputs(outputs);
  assert.deepEqual((await waitingFor(watched)).transfers.map(({ amount }) => amount).sort(), [
    100_000n,
    100_000n,
    200_001n,
  ]);
  await node.mine();
  const seen = await seenSince(first, watched);
  assert.equal(new Set(seen.map(({ position }) => position)).size, 3);
  assert.equal(
    seen.reduce((sum, { amount }) => sum + amount, 0n),
    400_001n,
  );
  assert.ok(seen.every(({ txHash, sender }) => txHash === txid && sender === null));
});

test('C2-fee-bump: the replacement is the unconfirmed payment, and only it is mined', async () => {
  const { shop, watched } = await newShop();
  const first = (await node.height()) + 1;
  const before = await node.pay(shop, 500_000n);
  const waiting = await waitingFor(watched);
  assert.equal(waiting.txHash, before);
  const bumped = await node.bump(before);
  const instead = await waitingFor(watched);
  assert.equal(instead.txHash, bumped);
  assert.ok(instead.spends.some((outpoint) => waiting.spends.includes(outpoint)));
  assert.equal(await outcomeOf(waiting), 'replaced');
  assert.equal(await outcomeOf(instead), 'in_mempool');
  await node.mine();
  assert.deepEqual(await look(watched), []);
  assert.deepEqual(
    (await seenSince(first, watched)).map(({ txHash, amount, spends }) => [txHash, amount, spends]),
    [[bumped, 500_000n, instead.spends]],
  );
  assert.equal(await outcomeOf(instead), 'mined');
  assert.deepEqual(await spendersIn(await node.height(), waiting), [bumped]);
});

test('C1-replaced-to-self: a withdrawn payment is reported as replaced, then as double spent', async () => {
  const { shop, watched } = await newShop();
  const first = (await node.height()) + 1;
  await node.pay(shop, 500_000n);
  const waiting = await waitingFor(watched);
  await node.send(await node.conflictWith(waiting.txHash));
  assert.deepEqual(await look(watched), []);
  assert.equal(await outcomeOf(waiting), 'replaced');
  await node.mine();
  assert.equal(await outcomeOf(waiting), 'dropped', 'without a block nobody says more than that it is gone');
  assert.notDeepEqual(await spendersIn(await node.height(), waiting), []);
  assert.deepEqual(await seenSince(first, watched), []);
});

test('C6-forgotten: a payment that a node forgot is not double spent, and can still be mined', async () => {
  const { shop, watched } = await newShop();
  const first = (await node.height()) + 1;
  const txid = await node.pay(shop, 500_000n);
  const raw = await node.rpc<string>('getrawtransaction', [txid]);
  const waiting = await waitingFor(watched);
  // The node was offline, and its wallet does not rebroadcast its own payments.
  await node.restart(['-walletbroadcast=0']);
  assert.deepEqual(await look(watched), []);
  assert.equal(await outcomeOf(waiting), 'dropped');
  assert.equal(await chain.transfersIn(txid, watched), null);
  await node.mineJust([raw]);
  await node.restart();
  assert.equal(await outcomeOf(waiting), 'mined');
  assert.deepEqual(
    (await seenSince(first, watched)).map(({ txHash }) => txHash),
    [txid],
  );
});

test('C6-parent-gone: a payment with unmined ancestors counts as forgotten, not as double spent', async () => {
  const { shop, watched } = await newShop();
  const parent = await node.pay(await node.newAddress(), 50_000_000n);
  const { vout } = await node.rpc<{ vout: { n: number; value: number }[] }>('getrawtransaction', [parent, true]);
  const output = vout.find(({ value }) => value === 0.5)?.n as number;
  const bare = await node.rpc<string>('createrawtransaction', [[{ txid: parent, vout: output }], { [shop]: '0.49' }]);
  await node.send((await node.rpc<{ hex: string }>('signrawtransactionwithwallet', [bare])).hex);
  const waiting = await waitingFor(watched);
  assert.deepEqual(waiting.spends, [`${parent}:${output}`]);
  assert.equal(await outcomeOf(waiting), 'in_mempool');
  await node.restart(['-walletbroadcast=0']);
  assert.equal(await outcomeOf(waiting), 'dropped');
  await node.restart();
});

test('C19-reorg-with-conflict: a double spend that wins a reorg is reported with its block', async () => {
  const { shop, watched } = await newShop();
  const paid = await node.pay(shop, 500_000n);
  const waiting = await waitingFor(watched);
  const conflict = await node.conflictWith(paid);
  await node.mineJust([await node.rpc('getrawtransaction', [paid])]);
  const height = await node.height();
  assert.equal((await seenSince(height, watched)).length, 1);
  assert.equal((await chain.transfersIn(paid, watched))?.header?.number, height);
  await node.reorg(1, [[conflict], []]);
  assert.deepEqual(await seenSince(height, watched), []);
  const conflicting = (await node.rpc<{ txid: string }>('decoderawtransaction', [conflict])).txid;
  assert.deepEqual(await spendersIn(height, waiting), [conflicting]);
  assert.equal(await chain.transfersIn(paid, watched), null);
});

test('C12-coinbase: coins mined to a watched address need 100 confirmations, as in the node', async () => {
  const { shop, watched } = await newShop();
  const first = (await node.height()) + 1;
  await node.mine(1, shop);
  const [mined] = await seenSince(first, watched);
  assert.deepEqual([mined?.maturity, mined?.spends, mined?.recipient], [100, [], shop]);
  const spendable = () => node.rpc<unknown[]>('listunspent', [1, 9_999, [shop]]);
  await node.mine(98);
  assert.equal((await spendable()).length, 0);
  await node.mine(2);
  assert.equal((await spendable()).length, 1);
});

test('an address watched only after its payment was read from the mempool is found all the same', async () => {
  const { shop } = await newShop();
  const other = await newShop();
  const txid = await node.pay(shop, 500_000n);
  assert.deepEqual(await look(other.watched), []);
  other.watched.add(shop);
  assert.equal((await waitingFor(other.watched)).txHash, txid);
  await node.mine();
  assert.deepEqual(await look(other.watched), []);
});

test('with an index, a chain transaction is found by its id even when all its outputs are spent', async () => {
  const indexed = await startLitecoind({ txindex: true, rest: true });
  const reader = open(indexed);
  try {
    const shop = await indexed.newAddress();
    const watched = reader.watch();
    watched.add(shop);
    const txid = await indexed.pay(shop, 500_000n);
    await indexed.mine();
    const number = await indexed.height();
    const all = await indexed.rpc<{ txid: string; vout: number }[]>('listunspent', [1, 1]);
    const mine = all.filter((one) => one.txid === txid).map(({ txid: id, vout }) => ({ txid: id, vout }));
    const bare = await indexed.rpc<string>('createrawtransaction', [mine, { [await indexed.newAddress()]: '0.001' }]);
    await indexed.send((await indexed.rpc<{ hex: string }>('signrawtransactionwithwallet', [bare])).hex);
    await indexed.mine();
    const found = await reader.transfersIn(txid, watched);
    assert.deepEqual([found?.header?.number, found?.transfers.map(({ amount }) => amount)], [number, [500_000n]]);
    assert.equal(await reader.transfersIn('ab'.repeat(32), watched), null);
  } finally {
    await reader.close();
    await indexed.stop();
  }
});

test('blocks with an extension block are read, and what leaves it is a payment', async () => {
  const extended = await startLitecoind({ extensionBlocks: true, blocks: 200 });
  const reader = open(extended);
  try {
    await extended.startExtensionBlocks();
    const shop = await extended.newAddress('legacy');
    const watched = reader.watch();
    watched.add(shop);
    const first = (await extended.height()) + 1;
    await extended.pay(shop, 500_000n);
    // Only coins within the extension block can pay this amount.
    await extended.payFromExtension(shop, 600_000n);
    assert.deepEqual(
      (await reader.mempool?.(watched, new AbortController().signal))?.map(({ transfers }) => transfers.length),
      [1],
    );
    await extended.mine(3);
    const seen = await scanTransfers(reader, 1, await extended.height(), watched);
    assert.deepEqual(
      seen.map(({ amount, maturity }) => [amount, maturity]),
      [
        [500_000n, undefined],
        [600_000n, 6],
      ],
    );
    assert.equal((await reader.transfersIn(seen[1]?.txHash as string, watched))?.header?.number, first);
  } finally {
    await reader.close();
    await extended.stop();
  }
});

test('what the node signs for an address is verified, on its chain and for its text alone', async () => {
  const facts = { symbol: 'local', chainId: null, params: 'litecoin-regtest', rpc: [], contracts: [] };
  const address = await node.newAddress('legacy');
  for (const text of ['a text', 'several\nlines, ünïcode', 'x'.repeat(300)]) {
    const signature = await node.rpc<string>('signmessage', [address, text]);
    const verify = (signed: string, by = address) =>
      utxoWalletCodec.verifySignature({ text: signed, signature, address: by }, facts, null);
    assert.equal(await verify(text), true, text);
    assert.equal(await verify(`${text}.`), false);
    assert.equal(await verify(text, await node.newAddress('legacy')), false);
  }
});

/** A 2-of-3 multisig address with keys of the wallet, and functions that fund it and spend its outputs. */
async function newMultisig() {
  const keys = [await node.newAddress(), await node.newAddress(), await node.newAddress()];
  const { address } = await node.rpc<{ address: string }>('addmultisigaddress', [2, keys, '', 'bech32']);
  const script = await scriptOf(address);
  const fund = async (amount: bigint) => {
    const txid = await node.pay(address, amount);
    const { vout } = await node.rpc<{ vout: { n: number; scriptPubKey: { hex: string } }[] }>('getrawtransaction', [
      txid,
      true,
    ]);
    await node.mine();
    return { txid, vout: vout.find(({ scriptPubKey }) => scriptPubKey.hex === script)?.n as number };
  };
  const spend = async (inputs: readonly Input[], outputs: readonly Output[]) => {
    const signed = await node.rpc<{ hex: string; complete: boolean }>('signrawtransactionwithwallet', [
      unsignedTransaction(inputs, outputs),
    ]);
    assert.ok(signed.complete);
    return signed.hex;
  };
  return { address, script, fund, spend };
}

test('W48-own-payment: an address pays itself if every input of the transaction spends it', async () => {
  const { address, script, fund, spend } = await newMultisig();
  const [before, after] = [await fund(1_000_000n), await fund(2_000_000n)];
  const from = (await node.height()) + 1;
  const find = (more: Partial<OwnPayment> = {}) =>
    chain.ownPayment?.(
      { address, contract: '', amount: 54_321n, from, until: Number.MAX_SAFE_INTEGER, ...more },
      new AbortController().signal,
    );
  const own = { script, amount: 54_321n };
  const rest = (amount: bigint) => ({ script, amount });
  // Another sender pays the amount, and also sends a payment with one more input of their own.
  await node.pay(address, own.amount);
  await node.mine();
  assert.equal(await find(), null);
  const foreign = await newForeignCoin();
  await node.mineJust([await spend([before, foreign], [own, rest(1_400_000n)])]);
  assert.equal(await find(), null);

  const waiting = await node.send(await spend([after], [own, rest(1_900_000n)]));
  assert.equal(await find(), null, 'what waits to be mined does not count');
  await node.mine();
  const found = await find();
  assert.deepEqual([found?.txHash, found?.header.number], [waiting, await node.height()]);
  assert.equal(await find({ amount: 54_322n }), null);
  assert.equal(await find({ from: (await node.height()) + 1 }), null);
  assert.equal(await find({ until: (found?.header.time ?? 0) - 1 }), null);
});

test('W48-own-payment: without an index, a coin newer than the request is found by its block', async () => {
  const { address, script, fund, spend } = await newMultisig();
  const from = (await node.height()) + 1;
  const coin = await fund(1_000_000n);
  // Spends the other outputs of the funding transaction, so that none of its outputs is left but the coin.
  const others = await node.rpc<Input[]>('listunspent', [1]);
  const siblings = others.filter(({ txid, vout }) => txid === coin.txid && vout !== coin.vout);
  for (const sibling of siblings)
    await node.mineJust([
      await spend([sibling], [{ script: await scriptOf(await node.newAddress()), amount: 10_000n }]),
    ]);
  const txid = await node.send(await spend([coin], [{ script, amount: 54_321n }]));
  await node.mine();
  const sought = { address, contract: '', amount: 54_321n, from, until: Number.MAX_SAFE_INTEGER };
  assert.equal((await chain.ownPayment?.(sought, new AbortController().signal))?.txHash, txid);
});

/** A coin of the wallet that is unrelated to the multisig. */
async function newForeignCoin(): Promise<Input> {
  const address = await node.newAddress();
  await node.pay(address, 500_000n);
  await node.mine();
  const [coin] = await node.rpc<Input[]>('listunspent', [1, 9_999, [address]]);
  return coin as Input;
}
