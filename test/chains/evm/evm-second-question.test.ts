// While a payment is awaited, no single response of an endpoint can omit it. Another response reveals it, or reading
// stops.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Hex } from 'viem';
import type { ScannedBlock } from '../../../src/core/payment/transfer.ts';
import { type Chain, ChainFault, type WatchedSet } from '../../../src/io/chains/chain.ts';
import { evmChain } from '../../../src/io/chains/evm/chain.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { type FaultProxy, type Lie, startFaultProxy } from '../../rig/evm/fault-proxy.ts';
import { someAddress } from '../../rig/evm/scanning.ts';

const shop = someAddress(1);
const others = [someAddress(2), someAddress(3)];
/** The shop's payments in the order of the block: two direct ones, and one by a contract. */
const amounts = [7n, 8n, 9n];
let anvil: Anvil;
let proxy: FaultProxy;
let token: Hex;
let chain: Chain;
let watched: WatchedSet;
let paid: number;
let batch: number;
let head: number;

before(async () => {
  anvil = await startAnvil();
  token = await anvil.deployToken();
  const multisend = await anvil.deploy('Multisend');
  await anvil.call(token, 'Token.approve', [multisend, 10n ** 20n]);
  await anvil.mine(3);
  const pay = (to: Hex, amount: bigint) => anvil.call(token, 'Token.transfer', [to, amount]);
  const send = (to: readonly Hex[], values: readonly bigint[]) =>
    anvil.call(multisend, 'Multisend.sendTokens', [token, to, values], { gas: 1_000_000n });
  for (const other of others) await pay(other, 5n);
  await pay(shop, amounts[0] as bigint);
  await anvil.send({ to: others[0] as Hex, value: 1n });
  await pay(shop, amounts[1] as bigint);
  await send([others[0] as Hex, shop], [4n, amounts[2] as bigint]);
  await anvil.mine();
  paid = await anvil.blockNumber();
  await send([others[0] as Hex, shop, others[1] as Hex], [4n, 11n, 4n]);
  await pay(others[0] as Hex, 5n);
  await anvil.mine();
  batch = await anvil.blockNumber();
  await anvil.mine(2);
  head = await anvil.blockNumber();
});

beforeEach(async () => {
  proxy = await startFaultProxy(anvil.url);
  const terms = { symbol: 'local', chainId: anvil.chainId, endpoints: [proxy.url], contracts: [{ address: token }] };
  chain = evmChain({ ...terms, timeoutMs: 5_000 });
  watched = chain.watch();
  watched.add(shop);
});

afterEach(async () => {
  await chain.close();
  await proxy.stop();
});

after(() => anvil.stop());

async function read(first: number, last: number): Promise<{ blocks: ScannedBlock[]; fault: unknown }> {
  const blocks: ScannedBlock[] = [];
  const sought = { watched, awaited: [shop] };
  try {
    for await (const one of chain.scanWithCare?.(first, last, sought, new AbortController().signal) ?? [])
      blocks.push(one);
    return { blocks, fault: undefined };
  } catch (fault) {
    return { blocks, fault };
  }
}

const amountsIn = (blocks: readonly ScannedBlock[]) =>
  blocks.flatMap(({ transfers }) => transfers.map(({ amount }) => amount)).sort();

/** Reads all blocks. Every payment must be found, and the blocks with payments must be proved. */
async function isAllFound(wanted = [...amounts, 11n].sort()): Promise<void> {
  const { blocks, fault } = await read(1, head);
  assert.equal(fault, undefined);
  assert.deepEqual([amountsIn(blocks), blocks.length], [wanted, head]);
  const proved = blocks.filter(({ isProved }) => isProved).map(({ header }) => header.number);
  assert.deepEqual(proved.slice(-2), [paid, batch]);
}

/** With these responses no block from that one on is returned. Once they are correct, all blocks are. */
async function isHeldUp(from: number, method: string, lie: Lie): Promise<string> {
  const { blocks, fault } = await read(1, head);
  assert.equal(fault, undefined);
  assert.deepEqual(amountsIn(blocks), [...amounts, 11n].sort());
  proxy.lie(method, lie);
  const spoilt = await read(from, head);
  assert.ok(spoilt.fault instanceof ChainFault && spoilt.fault.retryable, String(spoilt.fault));
  assert.deepEqual(spoilt.blocks, []);
  proxy.lie(method);
  proxy.lie('eth_getLogs');
  await isAllFound();
  return spoilt.fault.message;
}

type Logs = readonly { readonly topics: readonly string[]; readonly data: string }[];
const isByRecipient = ([filter]: readonly unknown[]) => (filter as { topics: unknown[] }).topics.length > 1;
/** Removes the event of this amount, either from every response or only from those for all logs of the tokens. */
const without = (amount: bigint, everywhere: boolean): Lie => {
  return (logs, params) =>
    isByRecipient(params) && !everywhere ? logs : (logs as Logs).filter(({ data }) => BigInt(data) !== amount);
};

test('what is there is read, proved where it pays somebody, with one more question where that may be', async () => {
  await isAllFound();
  const before = proxy.calls('eth_getLogs');
  const { blocks } = await read(head, head);
  assert.equal(blocks.length, 1);
  assert.equal(proxy.calls('eth_getLogs') - before, 1, 'a filter without room needs no second question');
  await read(paid, paid);
  assert.deepEqual([proxy.calls('eth_getLogs') - before, proxy.calls('eth_getTransactionReceipt')], [3, 0]);
});

test('S12-left-out: a missing log is found by the request for its recipient', async () => {
  for (const amount of [...amounts, 11n]) {
    proxy.lie('eth_getLogs', without(amount, false));
    await isAllFound();
  }
});

test('S12-left-out-twice: a log missing in both answers is found in the receipts', async () => {
  for (const amount of amounts) {
    proxy.lie('eth_getLogs', without(amount, true));
    await isAllFound();
  }
  // No other data of the block refers to this payment, so a single response cannot reveal the omission.
  proxy.lie('eth_getLogs', without(11n, true));
  assert.deepEqual(amountsIn((await read(1, head)).blocks), [...amounts].sort());
});

test('S12-receipts: if the receipts are missing or cut too, reading stops', async () => {
  for (const lie of [() => [], (receipts: unknown) => (receipts as unknown[]).slice(1)] as Lie[]) {
    proxy.lie('eth_getLogs', without(8n, false));
    assert.match(await isHeldUp(paid, 'eth_getBlockReceipts', lie), /came with \d receipts/);
  }
  const emptied: Lie = (receipts) => (receipts as object[]).map((one) => ({ ...one, logs: [] }));
  proxy.lie('eth_getLogs', () => []);
  assert.match(await isHeldUp(paid, 'eth_getBlockReceipts', emptied), /do not match its header/);
});

test('S12-cut-list: a shortened list of chain transactions is no valid block', async () => {
  const cut: Lie = (block) => ({
    ...(block as object),
    transactions: (block as { transactions: [] }).transactions.slice(1),
  });
  assert.match(await isHeldUp(paid, 'eth_getBlockByNumber', cut), /list of chain transactions/);
});

test('without whole blocks of receipts single ones are asked for, and answers that differ hold up', async () => {
  proxy.on('no_block_receipts');
  const { blocks, fault } = await read(1, head);
  assert.deepEqual([fault, amountsIn(blocks)], [undefined, [...amounts, 11n].sort()]);
  proxy.lie('eth_getLogs', without(8n, false));
  assert.match(String((await read(paid, paid)).fault), /answers about payments in block \d+ differ/);
  // Even without the extra checks, the receipt of the direct call is available.
  proxy.lie('eth_getLogs', without(8n, true));
  const plain = async () => {
    for await (const _ of chain.scan(paid, paid, watched, new AbortController().signal));
  };
  await assert.rejects(plain, /that eth_getLogs left out/);
});

test('kinds of chain transactions that nobody knows prove nothing and hold up nothing', async () => {
  proxy.lie('eth_getBlockByNumber', (block) => {
    const { transactions } = block as { transactions: object[] };
    return { ...(block as object), transactions: transactions.map((one) => ({ ...one, type: '0x6a' })) };
  });
  const { blocks, fault } = await read(1, head);
  assert.deepEqual([fault, amountsIn(blocks)], [undefined, [...amounts, 11n].sort()]);
  assert.ok(blocks.every(({ isProved, transfers }) => transfers.length === 0 || isProved !== true));
});
