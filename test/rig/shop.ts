// A shop on a local chain for tests: a node with two tokens, a database, the service, and a merchant with an address.
import type { Database } from '../../src/io/db/database.ts';
import { type Client, type Json, ok, until } from './client.ts';
import { testDatabase } from './database.ts';
import { type Anvil, startAnvil } from './evm/anvil.ts';
import { localNetwork, tether } from './evm/local-network.ts';
import { createMerchant, type Merchant, type MerchantOptions } from './merchant.ts';
import { shopEvents } from './payment/shop-events.ts';
import { type ServiceOptions, type ServiceProcess, startService } from './service.ts';

export interface Shop {
  readonly anvil: Anvil;
  readonly service: ServiceProcess;
  readonly databaseUrl: string;
  readonly db: Database;
  /** The contract of USDT, 6 decimals. The first account holds its whole supply. */
  readonly usdt: `0x${string}`;
  readonly merchant: Merchant;
  /** Calls without a token, as a customer's browser does. */
  readonly anyone: Client;
  newMerchant(options?: MerchantOptions): Promise<Merchant>;
  invoice(total: string, more?: object): Promise<Json>;
  /** Creates an attempt of the customer (the third account by default) to pay with this coin. */
  attempt(invoiceId: string, cryptocurrency?: string, from?: string): Promise<Json>;
  /** Reads the invoice until it satisfies the condition. */
  invoiceWhere(id: string, condition: (invoice: Json) => boolean, what: string): Promise<Json>;
  transactionWhere(id: string, condition: (transaction: Json) => boolean, what: string): Promise<Json>;
  /** The types of the app's events, oldest first. */
  eventTypes(app?: Merchant): Promise<string[]>;
  close(): Promise<void>;
}

/** isAdmin: whether the merchant runs the instance. */
export interface ShopOptions extends Pick<ServiceOptions, 'own' | 'mayFail'>, Pick<MerchantOptions, 'isAdmin'> {
  /** Further environment variables of the service, once it is known where the node is. */
  readonly env?: (anvil: Anvil) => Readonly<Record<string, string>>;
  /** In the place of fixed rates. */
  readonly rates?: object;
}

/**
 * ETH is 2,000 USD, USDT 1 USD; three confirmations, two where an app asks for as few; the merchant is paid at the
 * second account's address.
 */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const anvil = await startAnvil();
  const database = await testDatabase();
  const usdt = await anvil.deployToken({ symbol: 'USDT', decimals: 6 });
  const service = await startService({
    ...(options.own === undefined ? {} : { own: options.own }),
    ...(options.mayFail === undefined ? {} : { mayFail: options.mayFail }),
    databaseUrl: database.url,
    config: configOf(anvil, usdt, options.rates),
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', ...options.env?.(anvil) },
  });
  // The service answers before its watcher follows the chain: on a busy machine by long.
  await until(
    () => service.lines.some((line) => line.includes('watcher started')),
    () => `the watcher to start; the last lines of the service:\n${service.lines.slice(-20).join('\n')}`,
    { withinMs: 60_000 },
  );
  const newMerchant = (options: MerchantOptions = {}) => createMerchant(service, options);
  const merchant = await newMerchant({
    ...(options.isAdmin === undefined ? {} : { isAdmin: options.isAdmin }),
    accepts: [
      ['ETH', 'local'],
      ['USDT', 'local'],
    ],
    receives: [{ network: 'local', kind: 'address', value: anvil.accounts[1]?.address as string }],
  });
  const anyone = merchant.api.as(null);
  const where = (path: string, condition: (found: Json) => boolean, what: string) =>
    until(async () => {
      const found = await ok<Json>(anyone.get(path));
      return condition(found) ? found : null;
    }, what);
  return {
    anvil,
    service,
    databaseUrl: database.url,
    db: database.db,
    usdt,
    merchant,
    anyone,
    newMerchant,
    invoice: (total, more = {}) => ok(merchant.appApi.post('/invoice', { total, currency: 'USD', ...more })),
    attempt: (invoiceId, cryptocurrency = 'ETH', from = anvil.accounts[2]?.address as string) =>
      ok(anyone.post('/transaction', { invoice_id: invoiceId, from, cryptocurrency, network: 'local' })),
    invoiceWhere: (id, condition, what) => where(`/invoice/${id}`, condition, what),
    transactionWhere: (id, condition, what) => where(`/transaction/${id}`, condition, what),
    eventTypes: ({ app, appApi } = merchant) => shopEvents(appApi, app.id).eventTypes(),
    async close() {
      await service.stop();
      await anvil.stop();
      await database.drop();
    },
  };
}

function configOf(anvil: Anvil, usdt: string, rates?: object): object {
  return {
    networks: { local: localNetwork(anvil, { tokens: [tether(usdt)], confirmations_floor: 2 }) },
    rates: rates ?? { sources: [], fixed: { ETH: { USD: '2000', EUR: '1800' }, USDT: { USD: '1' } } },
  };
}
