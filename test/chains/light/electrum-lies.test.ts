// Electrum servers that hide, invent or alter payments, disconnect, or impersonate others: a payment is proved, or not
// reported.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { ScannedBlock } from '../../../src/core/payment/transfer.ts';
import { type Chain, ChainFault, type WatchedSet } from '../../../src/io/chains/chain.ts';
import { openLightChain } from '../../../src/io/chains/utxo/open-light-chain.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { scanOutcome, scanTransfers } from '../../rig/evm/scanning.ts';
import { type ElectrumServer, startElectrumServer } from '../../rig/light/electrum-server.ts';
import { hiding, inventing, lagging, misleading, refusing } from '../../rig/light/index-lies.ts';
import { madeUpChain } from '../../rig/light/made-up-index.ts';
import { indexLitecoind, nameOf, type ScriptIndex } from '../../rig/light/script-index.ts';
import { selfSigned } from '../../rig/light/self-signed.ts';
import { type Litecoind, startLitecoind } from '../../rig/utxo/litecoind.ts';

const signal = new AbortController().signal;
let node: Litecoind;
let index: ScriptIndex;
let one: ElectrumServer;
let other: ElectrumServer;
let address: string;
let script: string;
const open: Chain[] = [];

before(async () => {
  node = await startLitecoind();
  index = await indexLitecoind(node);
});

beforeEach(async () => {
  one = await startElectrumServer(index, { lookMillis: 0 });
  other = await startElectrumServer(index, { lookMillis: 0 });
  address = await node.newAddress();
  script = nameOf(await lockOf(address));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((chain) => chain.close()));
  await one.stop();
  await other.stop();
});

after(() => node?.stop());

async function lockOf(to: string): Promise<string> {
  return (await node.rpc<{ scriptPubKey: string }>('validateaddress', [to])).scriptPubKey;
}

function read(...addresses: readonly string[]): { chain: Chain; watched: WatchedSet } {
  return readWithin(15_000, ...addresses);
}

function readWithin(timeoutMs: number, ...addresses: readonly string[]): { chain: Chain; watched: WatchedSet } {
  const params = utxoParams('litecoin-regtest');
  const chain = openLightChain({ symbol: 'local', params, addresses, tipMillis: 0, statusMillis: 0, timeoutMs });
  open.push(chain);
  const watched = chain.watch();
  watched.add(address);
  return { chain, watched };
}

async function paid(blocks = 3): Promise<{ txid: string; number: number }> {
  const txid = await node.pay(address, 100_000n);
  const number = (await node.height()) + 1;
  await node.mine(blocks);
  return { txid, number };
}

async function told({ chain, watched }: ReturnType<typeof read>, first: number): Promise<string[]> {
  return (await scanTransfers(chain, first, await node.height(), watched)).map(({ txHash }) => txHash);
}

async function missedBy({ chain, watched }: ReturnType<typeof read>): Promise<ScannedBlock[]> {
  const missed: ScannedBlock[] = [];
  for await (const block of chain.missedBlocks?.(watched, signal) ?? []) missed.push(block);
  return missed;
}

/** A signed chain transaction with existing coins that pays the address, and is not broadcast. */
async function unsent(): Promise<{ txid: string; hex: string }> {
  const txid = await node.pay(await node.newAddress(), 50_000n);
  const hex = await node.conflictWith(txid, address);
  const decoded = await node.rpc<{ txid: string }>('decoderawtransaction', [hex]);
  return { txid: decoded.txid, hex };
}

function isRetryable(fault: unknown): boolean {
  return fault instanceof ChainFault && fault.retryable;
}

test('C17-hidden-history: a payment that one server hides is reported by the other, with proof', async () => {
  const { txid, number } = await paid();
  one.lie(hiding(script));
  assert.deepEqual(await told(read(one.url, other.url), number), [txid]);
  assert.deepEqual(await told(read(other.url, one.url), number), [txid]);
  // With a single server, an omission cannot be detected.
  assert.deepEqual(await told(read(one.url), number), []);
});

test('a destination whose history a server refuses holds up no payment; one that it tells is read', async () => {
  const { txid, number } = await paid();
  const [busy, quiet] = [await node.newAddress(), await node.newAddress()];
  const sent = await node.pay(quiet, 100_000n);
  await node.mine(1);
  one.lie(refusing(nameOf(await lockOf(busy))));
  const { chain, watched } = read(one.url);
  for (const destination of [busy, quiet, address]) watched.addForeign?.(destination);
  assert.deepEqual(await told({ chain, watched }, number), [txid, sent]);
  one.lie(refusing(script));
  const other = read(one.url);
  const { fault } = await scanOutcome(other.chain, number, number, other.watched);
  assert.ok(isRetryable(fault), 'of a receiving address it is a fault');
});

test('C17: a hidden payment that another server tells later is told of the block that was handed on', async () => {
  const { txid, number } = await paid();
  one.lie(hiding(script));
  const { chain, watched } = read(one.url);
  assert.deepEqual(await told({ chain, watched }, number), []);
  one.lie(null);
  await chain.mempool?.(watched, signal);
  const missed = await missedBy({ chain, watched });
  assert.deepEqual(
    missed.map(({ header, transfers }) => [header.number, transfers.map(({ txHash }) => txHash)]),
    [[number, [txid]]],
  );
  assert.deepEqual(await missedBy({ chain, watched }), [], 'told once');
});

test('C17-invented-history: a chain transaction that is in no block is not reported as mined', async () => {
  const { number } = await paid();
  const { txid, hex } = await unsent();
  await node.mine();
  one.lie(inventing(script, { txid, hex, height: number + 1 }));
  const alone = read(one.url);
  const { blocks, fault } = await scanOutcome(alone.chain, number + 1, number + 2, alone.watched);
  assert.ok(isRetryable(fault), String(fault));
  assert.deepEqual(blocks, []);
  await assert.rejects(alone.chain.transfersIn(txid, alone.watched), isRetryable);
  for (const both of [read(one.url, other.url), read(other.url, one.url)])
    assert.ok(!(await told(both, number)).includes(txid), 'the honest one is believed');
});

test('C17: an unconfirmed payment is reported only if both servers report it', async () => {
  const { txid, hex } = await unsent();
  one.lie(inventing(script, { txid, hex, height: 0 }));
  const waiting = async ({ chain, watched }: ReturnType<typeof read>) =>
    ((await chain.mempool?.(watched, signal)) ?? []).map(({ txHash }) => txHash);
  assert.deepEqual(await waiting(read(one.url)), [txid], 'of a lone server it is its word');
  assert.deepEqual(await waiting(read(one.url, other.url)), []);
  assert.deepEqual(await waiting(read(other.url, one.url)), []);
  one.lie(null);
  const sent = await node.pay(address, 70_000n);
  assert.deepEqual(await waiting(read(one.url, other.url)), [sent]);
  await node.mine();
});

test('C17: a branch that leads nowhere proves nothing, and the next server is asked', async () => {
  const { txid, number } = await paid();
  one.lie(misleading);
  const alone = read(one.url);
  const { blocks, fault } = await scanOutcome(alone.chain, number, number, alone.watched);
  assert.ok(isRetryable(fault) && /root in the header/.test((fault as Error).message), String(fault));
  assert.deepEqual(blocks, []);
  const both = read(one.url, other.url);
  assert.deepEqual(await told(both, number), [txid]);
  assert.deepEqual(
    both.chain.endpoints?.health.map(({ state }) => state),
    ['cooling_down', 'healthy'],
  );
});

test('C18-headers-without-work: a chain of headers without work is refused, with any contents', async () => {
  const { txid, hex } = await unsent();
  await node.mine();
  const bitcoin = utxoParams('bitcoin');
  const key = await node.newAddress('legacy');
  const server = await startElectrumServer(madeUpChain(900_000, 6, { txid, hex, script: nameOf(await lockOf(key)) }));
  try {
    const chain = openLightChain({ symbol: 'bitcoin', params: bitcoin, addresses: [server.url] });
    open.push(chain);
    await chain.verify();
    for (const ask of [() => chain.head(), () => chain.headerAt(900_001), () => chain.transfersIn(txid, chain.watch())])
      await assert.rejects(ask, (fault) => isRetryable(fault) && /work/.test((fault as Error).message));
    const { blocks, fault } = await scanOutcome(chain, 900_000, 900_003, chain.watch());
    assert.ok(isRetryable(fault));
    assert.deepEqual(blocks, []);
  } finally {
    await server.stop();
  }
});

test('a server that lags, is away or keeps silent is passed over, and is asked again later', async () => {
  const { txid, number } = await paid();
  one.lie(lagging(3));
  const both = read(one.url, other.url);
  assert.equal((await both.chain.head()).number, number + 2);
  assert.deepEqual(await told(both, number), [txid]);
  one.lie(null);
  one.breakOff(true);
  assert.deepEqual(await told(read(one.url, other.url), number), [txid]);
  one.breakOff(false);
  one.freeze(true);
  const silent = readWithin(3_000, one.url);
  await assert.rejects(silent.chain.head(), (fault) => isRetryable(fault) && /did not answer/.test(String(fault)));
  one.freeze(false);
  assert.equal((await silent.chain.head()).number, number + 2);
});

test('answers of another shape than they should have are faults, never crashes', async () => {
  const { number } = await paid();
  for (const line of ['nonsense', '[]', 'null', '{"id":99999,"result":1}', '{"id":"a","result":1}', '{"id":null}']) {
    const { chain, watched } = read(one.url);
    one.answerNext(line);
    await assert.rejects(chain.head(), isRetryable, line);
    assert.equal((await scanOutcome(chain, number, number, watched)).fault, undefined, line);
  }
});

test('a server with a certificate of its own is taken only with its fingerprint pinned', async () => {
  const { key, cert, fingerprint } = selfSigned;
  const server = await startElectrumServer(index, { tls: { key, cert }, lookMillis: 0 });
  try {
    const { number } = await paid();
    const pinned = read(`${server.url}?fingerprint=sha256:${fingerprint}`);
    assert.equal((await pinned.chain.head()).number, number + 2);
    for (const wrong of [server.url, `${server.url}?fingerprint=sha256:${'ab'.repeat(32)}`]) {
      const refusal = await read(wrong)
        .chain.head()
        .catch((fault: unknown) => fault);
      assert.ok(isRetryable(refusal), String(refusal));
      assert.match(String(refusal), wrong === server.url ? /SELF_SIGNED/ : /another certificate/);
      assert.ok(!String(refusal).includes('abab'), 'the pin is not repeated');
    }
  } finally {
    await server.stop();
  }
});
