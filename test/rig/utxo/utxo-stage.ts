// The setup for tests of coins without accounts: litecoind, a database, a running service, a merchant, and coins to pay
// with.
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { Client, Json } from '../client.ts';
import { ok } from '../client.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { hasLooked, hasReadAll } from '../following.ts';
import { checkLaws, checkReachable } from '../laws.ts';
import { createMerchant, type Merchant } from '../merchant.ts';
import { shopEvents } from '../payment/shop-events.ts';
import { type StageReads, stageReads } from '../payment/stage-reads.ts';
import { processClock, type ServiceClock, serviceClock } from '../run/service-clock.ts';
import { type ServiceOptions, type ServiceProcess, startService } from '../service.ts';
import { blocksToMoveMedian, endLeases, type Shop } from '../stage.ts';
import { type Coin, newCoin } from './keyed-coin.ts';
import { type Litecoind, startLitecoind } from './litecoind.ts';

export interface UtxoStageOptions extends Pick<ServiceOptions, 'own' | 'killed'> {
  /** 2 by default. */
  readonly confirmations?: number;
  /** The ZMQ publisher of new blocks and transactions. With it, the service polls only every ten minutes. */
  readonly zmq?: (node: Litecoind) => Promise<string>;
  /** The service's endpoints of the network; the stage's own node by default. */
  readonly endpoints?: (node: Litecoind) => Promise<readonly string[]>;
}

export interface UtxoShopOptions {
  /** One address for all attempts; one address per attempt by default. */
  readonly address?: string;
  /** The extended key for addresses; a new one by default. */
  readonly key?: string;
  readonly settings?: Json;
}

export interface UtxoStage extends StageReads {
  readonly node: Litecoind;
  readonly database: TestDatabase;
  readonly service: ServiceProcess;
  readonly merchant: Merchant;
  /** Calls without a token, as a customer. */
  readonly anyone: Client;
  readonly options: ServiceOptions;
  shop(options?: UtxoShopOptions): Promise<Shop>;
  /** Creates an attempt with an unowned sender address, which is where a refund would go. */
  attempt(invoice: Json, from?: string): Promise<Json>;
  /** A mined coin of a legacy (malleable) or of a segwit key. */
  coin(kind: 'legacy' | 'bech32', amount: bigint): Promise<Coin>;
  caughtUp(): Promise<void>;
  /** Mines the mempool, and waits until the service has read the block. */
  mine(blocks?: number): Promise<void>;
  /** Waits until the service has polled the network this many more times. */
  looks(count?: number): Promise<void>;
  /** The service's own clock. */
  readonly clock: ServiceClock;
  /**
   * Advances the clocks of the service and the node, and mines empty blocks until the median time past has followed.
   */
  pass(seconds: number): Promise<void>;
  crash(): Promise<void>;
  /** Mines one more block, which the service must read, and checks all invariants. */
  close(): Promise<void>;
}

/** Rates are fixed: 1 LTC is 100 USD, and 88,000 CHF, a price like Bitcoin's. */
export async function startUtxoStage(options: UtxoStageOptions = {}): Promise<UtxoStage> {
  const node = await startLitecoind();
  const zmq = (await options.zmq?.(node)) ?? null;
  const database = await testDatabase();
  const endpoints = (await options.endpoints?.(node)) ?? [node.url];
  const clock = options.own === undefined ? serviceClock() : processClock();
  const serviceOptions: ServiceOptions = {
    ...clock.options,
    ...(options.own === undefined ? {} : { own: options.own }),
    killed: options.killed === true,
    databaseUrl: database.url,
    config: configuration(endpoints, options.confirmations ?? 2, zmq),
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SECRET_KEY: randomBytes(32).toString('base64'), ...clock.options.env },
  };
  const service = await startService(serviceOptions);
  const merchant = await createMerchant(service);
  const anyone = merchant.api.as(null);
  const refundAddress = await node.newAddress();
  const caughtUp = () => hasReadAll(database, 'local', () => node.rpc<string>('getbestblockhash'));
  return {
    node,
    database,
    service,
    clock,
    merchant,
    anyone,
    options: serviceOptions,
    ...stageReads(anyone),
    caughtUp,
    shop: (terms = {}) => openShop(merchant, terms),
    attempt: (invoice, from = refundAddress) =>
      ok(anyone.post('/transaction', { invoice_id: invoice.id, from, cryptocurrency: 'LTC', network: 'local' })),
    coin: (kind, amount) => newCoin(node, kind, amount),
    async mine(blocks = 1) {
      await node.mine(blocks);
      await caughtUp();
    },
    looks: (count = 2) => hasLooked(database, 'local', count),
    async pass(seconds) {
      await clock.pass(seconds);
      await node.rpc('setmocktime', [Math.floor(Date.now() / 1000) + clock.ahead()]);
      for (let mined = 0; mined < blocksToMoveMedian; mined += 1) await node.mineJust([]);
      await caughtUp();
    },
    async crash() {
      await service.kill('SIGKILL');
      await endLeases(database);
    },
    async close() {
      try {
        await node.mine();
        await caughtUp();
        await hasLooked(database, 'local', 2);
        await checkLaws(database.db);
        await checkCredits(database, node);
        await checkReachable(database.db, anyone);
      } finally {
        await service.stop();
        await node.stop();
        await database.drop();
        clock.close();
      }
    },
  };
}

/** Dollars as LTC in smallest units. */
export function litoshisFor(dollars: string): bigint {
  const [whole = '0', cents = ''] = dollars.split('.');
  return BigInt(whole + cents.padEnd(2, '0')) * 10_000n;
}

/** A new descriptor with one bech32 address per attempt. */
export function newDescriptor(): string {
  const key = HDKey.fromMasterSeed(randomBytes(32), { public: 0x0435_87cf, private: 0x0435_8394 });
  return `wpkh(${key.derive("m/84'/1'/0'").publicExtendedKey}/0/*)`;
}

function configuration(endpoints: readonly string[], confirmations: number, zmq: string | null): object {
  return {
    networks: {
      local: {
        type: 'UTXO',
        name: 'Local chain',
        params: 'litecoin-regtest',
        rpc: endpoints,
        confirmations,
        test: true,
        native: { symbol: 'LTC' },
        ...(zmq === null ? { poll_interval_ms: 50 } : { poll_interval_ms: 600_000, zmq }),
      },
    },
    rates: { sources: [], fixed: { LTC: { USD: '100', CHF: '88000' } } },
  };
}

async function openShop(merchant: Merchant, options: UtxoShopOptions): Promise<Shop> {
  const name = `Shop ${randomBytes(4).toString('hex')}`;
  const app = await ok<Json>(
    merchant.api.post('/app', { name, url: 'https://shop.example', environment: 'development' }),
  );
  await ok(merchant.api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: 'LTC', network: 'local' }));
  const place =
    options.address === undefined
      ? { kind: 'xpub', value: options.key ?? newDescriptor() }
      : { kind: 'address', value: options.address };
  await ok(merchant.api.post('/app-address', { app_id: app.id, network: 'local', ...place }));
  const settings = { app_token_may: ['settle', 'assign'], ...options.settings };
  await ok(merchant.api.put(`/app/${app.id}/settings`, settings));
  const api = merchant.api.as(app.token);
  return {
    app,
    api,
    invoice: (total, more = {}) => ok(api.post('/invoice', { total, currency: 'USD', ...more })),
    ...shopEvents(api, app.id),
  };
}

/** Asserts that every live credit refers to a block of the node's chain that contains the chain transaction. */
async function checkCredits({ db }: TestDatabase, node: Litecoind): Promise<void> {
  const credits = await db.query<{ block: string; block_hash: string; tx_hash: string }>(
    `select distinct c.block, c.block_hash, f.tx_hash from credits c join transfers f on f.id = c.transfer_id
     where c.reversed_at is null and c.block > 0`,
  );
  for (const credit of credits) {
    const hash = await node.rpc<string>('getblockhash', [Number(credit.block)]);
    const block = await node.rpc<{ tx: string[] }>('getblock', [hash, 1]);
    if (hash !== credit.block_hash || !block.tx.includes(credit.tx_hash))
      throw new Error(`credit on ${credit.block_hash}, which is not on the chain or does not hold ${credit.tx_hash}`);
  }
}
