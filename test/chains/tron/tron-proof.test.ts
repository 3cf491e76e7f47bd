// A TRON endpoint that omits, changes or invents parts of a block is detected by proof, and the payment is found.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Hex } from 'viem';
import type { Chain, ChainFault, WatchedSet } from '../../../src/io/chains/chain.ts';
import { shownTronAddress } from '../../../src/io/chains/tron/address.ts';
import { tronChain } from '../../../src/io/chains/tron/chain.ts';
import { scanOutcome, scanTransfers, someAddress } from '../../rig/evm/scanning.ts';
import { honestMood, type TronMood } from '../../rig/tron/tron-mood.ts';
import { startTronNode, type TronNode } from '../../rig/tron/tron-node.ts';
import { usdt } from '../../rig/tron/tron-stage.ts';
import { canonicalOf, newTronWallet, type TronWallet, word } from '../../rig/tron/tron-wallet.ts';

let node: TronNode;
let other: Awaited<ReturnType<TronNode['beside']>>;
let payer: TronWallet;
let payee: TronWallet;
const multisend = someAddress(1);
const chains: Chain[] = [];
let said: string[] = [];

before(async () => {
  node = await startTronNode({ solidAfter: 4 });
  other = await node.beside();
  const token = canonicalOf(usdt);
  await node.placeToken('Token', token, ['Tether USD', 'USDT', 6, 10n ** 30n]);
  await node.placeToken('Multisend', multisend, []);
  payer = await newTronWallet(node, [token]);
  payee = await newTronWallet(node, []);
  const most = [word('address', shownTronAddress(multisend)), word('uint256', String(10n ** 30n))];
  await payer.call(usdt, 'approve(address,uint256)', most);
  await node.mine();
});

afterEach(async () => {
  for (const mood of [node.mood, other.mood]) Object.assign(mood, honestMood());
  node.representatives.signedBy = 'elected';
  said = [];
  await Promise.all(chains.splice(0).map((chain) => chain.close()));
});

after(() => node?.stop());

function reader(endpoints: readonly string[] = [node.url], representatives?: readonly string[]): Chain {
  const options = { symbol: 'nile', chainId: node.chainId, endpoints, contracts: [canonicalOf(usdt)], representatives };
  const chain = tronChain({ ...options, log: (message) => said.push(message) });
  chains.push(chain);
  return chain;
}

function payeeOf(chain: Chain): WatchedSet {
  const watched = chain.watch();
  watched.add(payee.canonical);
  return watched;
}

/** The hashes of the payments to the payee in one block. */
async function found(chain: Chain, block = node.height()): Promise<string[]> {
  return (await scanTransfers(chain, block, block, payeeOf(chain))).map(({ txHash }) => txHash);
}

async function refusal(chain: Chain, block = node.height()): Promise<string> {
  const { blocks, fault } = await scanOutcome(chain, block, block, payeeOf(chain));
  assert.deepEqual(blocks, []);
  assert.equal((fault as ChainFault).retryable, true);
  return (fault as ChainFault).message;
}

function payByCall(to: Hex, units: bigint): Promise<string> {
  return payer.call(shownTronAddress(multisend), 'sendTokens(address,address[],uint256[])', [
    word('address', usdt),
    word('address[]', [shownTronAddress(to)]),
    word('uint256[]', [String(units)]),
  ]);
}

/** Mines a block with a payment in TRX and one in USDT, with the current signing mode of the representatives. */
async function paidBlock(): Promise<string[]> {
  const hashes = [await payer.payToken(usdt, payee.address, 3n), await payer.pay(payee.address, 2n)];
  await node.mine();
  return hashes;
}

/**
 * Checks a fault of one endpoint: alone it is refused with `why`, and together with an honest one no payment is lost.
 */
async function isCaught(fault: Partial<TronMood>, why: RegExp, hashes: readonly string[]): Promise<void> {
  Object.assign(node.mood, fault);
  assert.match(await refusal(reader()), why);
  assert.deepEqual((await found(await besideHonest())).sort(), [...hashes].sort());
  Object.assign(node.mood, honestMood());
  assert.deepEqual((await found(reader())).sort(), [...hashes].sort());
}

/** A reader that has detected the fault of its first endpoint once, as on a retry of the polling loop. */
async function besideHonest(): Promise<Chain> {
  const chain = reader([node.url, other.url]);
  await scanOutcome(chain, node.height(), node.height(), payeeOf(chain));
  return chain;
}

test('S12-one-log: a log that the index hides among others is found in the results', async () => {
  await payer.payToken(usdt, payer.address, 7n);
  const called = await payByCall(payee.canonical, 6n);
  await node.mine();
  node.mood.logs = 'cut';
  assert.deepEqual(await found(reader()), [called]);
});

test('S12-no-transactions: a block without its transactions, or without one, is refused', async () => {
  const hashes = await paidBlock();
  for (const transactions of ['none', 'cut'] as const)
    await isCaught({ transactions }, /transactions of block \d+ are not those that its header was signed for/, hashes);
});

test('S12-visible: an answer with readable addresses is refused, and the payment found', async () => {
  await isCaught({ visible: true }, /addresses as people write them \(visible\)/, await paidBlock());
});

test('S12-unlogged: results without the log of a transfer are refused while another source shows it', async () => {
  const hash = await payer.payToken(usdt, payee.address, 5n);
  await node.mine();
  await isCaught({ results: 'unlogged' }, /lack the log of a transfer/, [hash]);
});

test('S12-second-reading: a payment missing in the results is found once its block is solidified', async () => {
  const hash = await payByCall(payee.canonical, 6n);
  await node.mine();
  const block = node.height();
  node.mood.results = 'unlogged';
  const chain = reader();
  assert.deepEqual(await found(chain), [], 'no call of it says whom it pays, and no root covers what it logged');
  await node.mine(4);
  assert.equal(await chain.finalized(), block);
  assert.deepEqual(await found(chain, block), [hash]);
});

test('a block of somebody who is not elected, or in the name of another, is not believed', async () => {
  for (const [signedBy, why] of [
    ['stranger', /is by T\w{33}, who is not elected/],
    ['wrong_key', /is not signed by the key of T\w{33}/],
  ] as const) {
    node.representatives.signedBy = signedBy;
    await paidBlock();
    for (const endpoints of [[node.url], [node.url, other.url]]) {
      const chain = reader(endpoints);
      assert.match(await refusal(chain), why);
      await assert.rejects(chain.head(), (fault: ChainFault) => why.test(fault.message) && fault.retryable);
      await assert.rejects(chain.headerAt(node.height()), (fault: ChainFault) => why.test(fault.message));
    }
    node.representatives.signedBy = 'elected';
    await node.fork(1, [[], []]);
    assert.equal((await reader().head()).number, node.height());
  }
});

test('representatives who change, and who let other keys sign, hold nobody up', async () => {
  const chain = reader([node.url, other.url]);
  await chain.head();
  for (const change of ['electOthers', 'delegateKeys'] as const) {
    node.representatives[change]();
    const hashes = await paidBlock();
    assert.deepEqual((await found(chain)).sort(), [...hashes].sort());
  }
});

test('one of two endpoints elects nobody and turns nobody out; that nobody tells of elections is said', async () => {
  const hashes = (await paidBlock()).sort();
  const follower = reader([node.url, other.url]);
  await follower.head();
  other.mood.elected = 'others';
  Object.assign(node.representatives, { termEndsAt: node.representatives.termEndsAt + 1 });
  assert.deepEqual((await found(follower)).sort(), hashes);
  assert.match(await refusal(reader([node.url, other.url])), /who is not elected/);
  const third = await node.beside();
  assert.deepEqual((await found(reader([node.url, other.url, third.url]))).sort(), hashes);
  assert.match(said.join(), /disagree on the elected representatives/);
  other.mood.elected = 'untold';
  assert.deepEqual((await found(reader([node.url, other.url]))).sort(), hashes);
  node.mood.elected = 'untold';
  assert.deepEqual((await found(reader([node.url, other.url]))).sort(), hashes);
  assert.match(said.join(), /no endpoint reports the elected representatives/);
});

test('where the operator names who may sign, a chain that others made is not believed', async () => {
  const pinned = node.representatives.addresses();
  const forger = await startTronNode({ chainId: node.chainId });
  try {
    forger.representatives.electOthers();
    const robber = await newTronWallet(forger, []);
    const made = await robber.pay(payee.address, 5n);
    await forger.mine(node.height() + 1 - forger.height());
    const at = Array.from({ length: forger.height() + 1 }, (_, number) => number).find((number) =>
      forger.block(number).transactions.some(({ txID }) => txID === made),
    );
    assert.deepEqual(await found(reader([forger.url]), at), [made], 'alone, it is believed as long as nobody is named');
    assert.match(await refusal(reader([forger.url], pinned), at), /is by T\w{33}, who is not in `representatives`/);
    await assert.rejects(reader([forger.url], pinned).head(), /who is not in `representatives`/);
    const hashes = (await paidBlock()).sort();
    const chain = reader([forger.url, node.url], pinned);
    assert.equal((await chain.head()).hash, `0x${node.block(node.height()).blockID}`);
    await scanOutcome(chain, node.height(), node.height(), payeeOf(chain));
    assert.deepEqual((await found(chain)).sort(), hashes);
  } finally {
    await forger.stop();
  }
});

test('who is named signs by a key that is named too, and nobody is asked who is elected', async () => {
  node.representatives.delegateKeys();
  const pinned = node.representatives.addresses();
  node.mood.elected = 'untold';
  const hashes = (await paidBlock()).sort();
  assert.deepEqual((await found(reader([node.url], pinned))).sort(), hashes);
  assert.deepEqual(said, []);
  const unnamed = /is signed by T\w{33}, who is not in `representatives`/;
  assert.match(await refusal(reader([node.url], pinned.slice(0, 27))), unnamed);
  node.representatives.signedBy = 'wrong_key';
  await node.mine();
  assert.match(await refusal(reader([node.url], pinned)), unnamed);
});

test('blocks from before are read, though nobody tells any more who was elected then', async () => {
  const hashes = (await paidBlock()).sort();
  node.representatives.electOthers();
  assert.match(await refusal(reader()), /who is not elected/);
  await node.anvil.rpc('evm_increaseTime', [3]);
  await node.mine();
  assert.deepEqual((await found(reader(), node.height() - 1)).sort(), hashes);
});

test('a block that nobody can prove waits with one endpoint, and counts where two tell the same', async () => {
  const hash = await payer.pay(payee.address, 9n);
  // Field 15 does not exist in Transaction. A sender can add it outside the signed data.
  node.hideWithin(hash, Buffer.from([0x78, 0x01]));
  await node.mine();
  const unproved = /transactions of block \d+ are not those that its header was signed for/;
  assert.match(await refusal(reader()), unproved);
  assert.deepEqual(await found(reader([node.url, other.url])), [hash]);
  assert.match(said.join(), /cannot be proved; they are accepted because several endpoints agree/);
  other.mood.transactions = 'none';
  assert.match(await refusal(reader([node.url, other.url])), unproved);
});
