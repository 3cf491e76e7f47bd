// A chain without proof of work credits no payment, on any network of the family (C18).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ChainFault } from '../../../src/io/chains/chain.ts';
import { addressOf, scriptOf } from '../../../src/io/chains/utxo/addresses/script.ts';
import { utxoChain } from '../../../src/io/chains/utxo/chain.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { type Json, ok } from '../../rig/client.ts';
import { type TestDatabase, testDatabase } from '../../rig/database.ts';
import { scanOutcome } from '../../rig/evm/scanning.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { type ServiceProcess, startService } from '../../rig/service.ts';
import { type MadeUpChain, type MadeUpWork, startMadeUpChain } from '../../rig/utxo/made-up-chain.ts';
import { dogecoin5050000 } from '../../rig/utxo/published-headers.ts';

const coins = { bitcoin: 'BTC', litecoin: 'LTC', dogecoin: 'DOGE' } as const;
type Network = keyof typeof coins;
const networks = Object.keys(coins) as Network[];
/** Typical difficulty of real blocks of these chains. */
const usualBits: Readonly<Record<Network, number>> = {
  bitcoin: 0x17022cb3,
  litecoin: 0x1a008793,
  dogecoin: 0x1a019541,
};
const locking = { kind: 'p2pkh', payload: Buffer.alloc(20, 0x51) } as const;
const script = Buffer.from(scriptOf(locking)).toString('hex');
const made = new Map<Network, MadeUpChain>();
let service: ServiceProcess;
let database: TestDatabase;
let merchant: Merchant;

function chainOf(network: Network): MadeUpChain {
  return made.get(network) as MadeUpChain;
}

/** Blocks without any work at a realistic target. Dogecoin's blocks are not merge-mined. */
function unworked(network: Network): MadeUpWork {
  return { bits: usualBits[network], isDone: false, ...(network === 'dogecoin' ? { version: 0x0062_0004 } : {}) };
}

before(async () => {
  for (const network of networks) made.set(network, await startMadeUpChain(utxoParams(network), unworked(network)));
  database = await testDatabase();
  // A start reads `reorg_depth` blocks below the newest one, and the chain has twenty.
  const usual = { poll_interval_ms: 100, confirmations: 1, reorg_depth: 16 };
  const followed = (network: Network) => ({ rpc: [chainOf(network).url], ...usual });
  const prices = Object.values(coins).map((coin) => [coin, { USD: '100' }]);
  service = await startService({
    databaseUrl: database.url,
    config: {
      networks: Object.fromEntries(networks.map((network) => [network, followed(network)])),
      rates: { sources: [], fixed: Object.fromEntries(prices) },
    },
  });
  merchant = await createMerchant(service, {
    environment: 'production',
    accepts: networks.map((network) => [coins[network], network]),
    receives: networks.map((network) => ({
      network,
      kind: 'address',
      value: addressOf(locking, utxoParams(network)),
    })),
  });
});

after(async () => {
  await service?.stop();
  await database?.drop();
  for (const chain of made.values()) await chain.stop();
});

/** Reading the head, a header or a range of blocks must fail for this reason. */
async function assertDisbelieved(network: Network, why: RegExp): Promise<void> {
  const { url, height } = chainOf(network);
  const chain = utxoChain({ symbol: network, params: utxoParams(network), endpoints: [url], timeoutMs: 5_000 });
  const isRefusal = (fault: unknown) => fault instanceof ChainFault && fault.retryable && why.test(fault.message);
  try {
    await chain.verify();
    const watched = chain.watch();
    watched.add(addressOf(locking, utxoParams(network)));
    await assert.rejects(chain.head(), isRefusal);
    await assert.rejects(chain.headerAt(height), isRefusal);
    const { blocks, fault } = await scanOutcome(chain, height - 8, height, watched);
    assert.deepEqual([blocks, isRefusal(fault)], [[], true], String(fault));
  } finally {
    await chain.close();
  }
}

test('C18-paid-by-nothing: an invoice of a production shop is not paid by any of them', async () => {
  const invoices: Json[] = [];
  for (const network of networks) {
    chainOf(network).rework(unworked(network));
    const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
    const from = addressOf({ ...locking, payload: Buffer.alloc(20, 0x52) }, utxoParams(network));
    const wish = { invoice_id: invoice.id, from, cryptocurrency: coins[network], network };
    const { to } = await ok<Json>(merchant.appApi.post('/transaction', wish));
    assert.equal(to, addressOf(locking, utxoParams(network)));
    for (let block = 0; block < 3; block += 1) chainOf(network).pay({ script, amount: 100_000_000n });
    invoices.push(invoice);
  }
  // The service retries a failed endpoint after a delay, but polls it immediately at a start.
  await service.restart();
  for (const network of networks) await service.says(`Block ${chainOf(network).height} (`);
  for (const { id } of invoices) {
    const { status, paid, pending } = await ok<Json>(merchant.appApi.get(`/invoice/${id}`));
    assert.deepEqual([status, paid, pending], ['open', '0.00', '0.00']);
  }
  for (const table of ['transfers', 'credits'])
    assert.deepEqual(await database.db.query(`select count(*)::int as count from ${table}`), [{ count: 0 }], table);
  const { stdout } = await quittance(service, ['doctor']);
  for (const { title } of networks.map(utxoParams))
    assert.match(stdout, new RegExp(`is not a valid block of ${title}`));
});

test('C18-S15-no-work: a chain without any work is never read', async () => {
  for (const network of networks) {
    chainOf(network).rework(unworked(network));
    chainOf(network).pay({ script, amount: 100_000_000n });
    await assertDisbelieved(network, /it lacks the work that its header demands/);
  }
});

test('C18-minimum-target: a chain with a target that its network does not allow is never read', async () => {
  for (const network of networks) {
    chainOf(network).rework({ ...unworked(network), bits: 0x207fffff, isDone: true });
    await assertDisbelieved(network, /less work than any block in years/);
  }
});

test('C18-borrowed-work: the proof of another block proves nothing for an invented header', async () => {
  const proof = dogecoin5050000.bytes.subarray(80);
  chainOf('dogecoin').rework({ bits: usualBits.dogecoin, isDone: false, version: 0x0062_0104, proof });
  await assertDisbelieved('dogecoin', /its parent does not name it/);
});

test('C18-wrong-target: work counts only at the target that follows from the blocks before', async () => {
  for (const name of ['litecoin-regtest', 'bitcoin-regtest'] as const) {
    const right = { bits: 0x207fffff, isDone: true };
    const served = await startMadeUpChain(utxoParams(name), right);
    const chain = utxoChain({ symbol: 'local', params: utxoParams(name), endpoints: [served.url], timeoutMs: 5_000 });
    try {
      served.pay({ script, amount: 7n });
      const watched = chain.watch();
      watched.add(addressOf(locking, utxoParams(name)));
      const believed = await scanOutcome(chain, served.height - 8, served.height, watched);
      assert.deepEqual([believed.blocks.length, believed.blocks.at(-1)?.transfers[0]?.amount], [9, 7n]);
      served.rework({ ...right, bits: 0x201fffff });
      const { blocks, fault } = await scanOutcome(chain, served.height - 8, served.height, watched);
      assert.ok(fault instanceof ChainFault && /target does not follow/.test(fault.message), String(fault));
      assert.deepEqual(blocks, []);
    } finally {
      await chain.close();
      await served.stop();
    }
  }
});
