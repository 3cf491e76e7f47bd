// The setup for tests of a shop on the TRON stand-in: the node, a database, the service, and a merchant who is paid
// there.
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { shownTronAddress } from '../../../src/io/chains/tron/address.ts';
import { type Client, type Json, ok } from '../client.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { hasReadAll } from '../following.ts';
import { checkLaws, checkReachable } from '../laws.ts';
import { createMerchant, type Merchant } from '../merchant.ts';
import { type StageReads, stageReads } from '../payment/stage-reads.ts';
import { type ServiceProcess, startService } from '../service.ts';
import { newExtendedKey } from '../stage.ts';
import { startTronNode, type TronNode } from './tron-node.ts';
import { canonicalOf, newTronWallet, type TronWallet } from './tron-wallet.ts';

/** Tether's contract address on the main network. */
export const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export interface TronStageOptions {
  readonly apiKey?: string;
}

export interface TronStage extends StageReads {
  readonly node: TronNode;
  readonly service: ServiceProcess;
  readonly database: TestDatabase;
  readonly merchant: Merchant;
  /** Calls without a token, as a customer. */
  readonly anyone: Client;
  customer(): Promise<TronWallet>;
  /** An app with its own address, or with one address per attempt for 'xpub'. */
  shop(receives?: string): Promise<TronShop>;
  attempt(invoice: Json, from: string, cryptocurrency?: string): Promise<Json>;
  /** Mines, and waits until the service has read the blocks. */
  mine(blocks?: number): Promise<void>;
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

export interface TronShop {
  readonly app: Json;
  readonly api: Client;
  readonly address: string;
  invoice(total: string): Promise<Json>;
  /** The types of its events, oldest first. */
  eventTypes(): Promise<string[]>;
}

/** Solidified blocks are four behind the head. Rates are fixed: 1 TRX is 0.25 USD, 1 USDT is 1 USD. */
export const solidAfter = 4;

export async function startTronStage({ apiKey }: TronStageOptions = {}): Promise<TronStage> {
  const node = await startTronNode({ solidAfter, ...(apiKey === undefined ? {} : { apiKey }) });
  await node.placeToken('Token', canonicalOf(usdt), ['Tether USD', 'USDT', 6, 10n ** 30n]);
  const database = await testDatabase();
  const service = await startService({
    databaseUrl: database.url,
    config: configOf(node, apiKey),
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  const merchant = await createMerchant(service);
  const anyone = merchant.api.as(null);
  const caughtUp = () => hasReadAll(database, 'nile', () => `0x${node.block(node.height()).blockID}`);
  return {
    node,
    service,
    database,
    merchant,
    anyone,
    ...stageReads(anyone),
    caughtUp,
    async customer() {
      const headers: Record<string, string> = apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey };
      const wallet = await newTronWallet(node, [canonicalOf(usdt)], headers);
      await node.mine();
      return wallet;
    },
    shop: (receives) => openShop(merchant, receives),
    attempt: (invoice, from, cryptocurrency = 'USDT') =>
      ok(anyone.post('/transaction', { invoice_id: invoice.id, from, cryptocurrency, network: 'nile' })),
    async mine(blocks = 1) {
      await node.mine(blocks);
      await caughtUp();
    },
    async close() {
      try {
        await node.mine();
        await caughtUp();
        await checkLaws(database.db);
        await checkReachable(database.db, anyone);
      } finally {
        await service.stop();
        await node.stop();
        await database.drop();
      }
    },
  };
}

/** An unused address, which no transaction has activated. */
export function newTronAddress(): string {
  return shownTronAddress(`0x${randomBytes(20).toString('hex')}` satisfies Hex);
}

/** The built-in network Nile with an endpoint. The operator's configuration names its token. */
function configOf(node: TronNode, apiKey: string | undefined): object {
  const url = apiKey === undefined ? node.url : node.url.replace('://', `://${apiKey}@`);
  const tether = { symbol: 'USDT', name: 'Tether USD', contract: usdt, decimals: 6, stable: true };
  return {
    networks: { nile: { rpc: [url], confirmations: 2, tokens: [tether], poll_interval_ms: 50 } },
    rates: { sources: [], fixed: { TRX: { USD: '0.25' }, USDT: { USD: '1' } } },
  };
}

async function openShop(merchant: Merchant, receives = newTronAddress()): Promise<TronShop> {
  const name = `Shop ${randomBytes(4).toString('hex')}`;
  const app = await ok(merchant.api.post('/app', { name, url: 'https://shop.example', environment: 'development' }));
  for (const cryptocurrency of ['TRX', 'USDT'])
    await ok(merchant.api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency, network: 'nile' }));
  const place = receives === 'xpub' ? { kind: 'xpub', value: newExtendedKey() } : { kind: 'address', value: receives };
  const added = await ok(merchant.api.post('/app-address', { app_id: app.id, network: 'nile', ...place }));
  await ok(merchant.api.put(`/app/${app.id}/settings`, { app_token_may: ['settle', 'assign'] }));
  const api = merchant.api.as(app.token);
  return {
    app,
    api,
    address: added.value,
    invoice: (total) => ok(api.post('/invoice', { total, currency: 'USD' })),
    async eventTypes() {
      const events = await ok<Json[]>(api.get('/events', { query: { app_id: app.id, limit: 100 } }));
      return events.map((event) => event.type).reverse();
    },
  };
}
