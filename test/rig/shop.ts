// A shop on a local chain for tests: a node with two tokens, a database, the service, and a merchant with an address.
import type { Database } from '../../src/io/db/database.ts';
import { type Client, type Json, ok, until } from './client.ts';
import type { Anvil } from './evm/anvil.ts';
import { hasReadAll } from './following.ts';
import { checkLaws, checkReachable } from './laws.ts';
import { createMerchant, type Merchant, type MerchantOptions } from './merchant.ts';
import { shopEvents } from './payment/shop-events.ts';
import { enterGround, type GroundOptions, sharedNetwork } from './pool/evm-ground.ts';
import type { ServiceProcess } from './service.ts';
import { newAddress } from './stage.ts';

export interface Shop {
  readonly anvil: Anvil;
  readonly service: ServiceProcess;
  readonly databaseUrl: string;
  readonly db: Database;
  /** The contract of USDT, 6 decimals. The first account holds its whole supply. */
  readonly usdt: `0x${string}`;
  readonly merchant: Merchant;
  /** Where the merchant is paid. */
  readonly address: `0x${string}`;
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
  /** One more block, which the service must read, and then every law must hold. */
  close(): Promise<void>;
}

/** isAdmin: whether the merchant runs the instance. */
export interface ShopOptions
  extends Pick<GroundOptions, 'own' | 'apart' | 'mayFail' | 'env' | 'rateSources'>,
    Pick<MerchantOptions, 'isAdmin'> {
  /** Why the laws are not checked at the end: "any request may change anything". */
  readonly unchecked?: string;
}

/**
 * ETH is 2,000 USD, USDT 1 USD; three confirmations, two where an app asks for as few. Shared with other stories unless
 * an option asks for something special.
 */
export async function openShop({ isAdmin, unchecked, ...asked }: ShopOptions = {}): Promise<Shop> {
  const isShared = Object.keys(asked).length === 0;
  const ground = await enterGround(isShared ? {} : { ...asked, network: async () => sharedNetwork });
  const { anvil, database, service } = ground;
  const address = newAddress();
  const newMerchant = (options: MerchantOptions = {}) => createMerchant(service, options);
  const merchant = await newMerchant({
    ...(isAdmin === undefined ? {} : { isAdmin }),
    accepts: [
      ['ETH', 'local'],
      ['USDT', 'local'],
    ],
    receives: [{ network: 'local', kind: 'address', value: address }],
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
    usdt: ground.token,
    merchant,
    address,
    anyone,
    newMerchant,
    invoice: (total, more = {}) => ok(merchant.appApi.post('/invoice', { total, currency: 'USD', ...more })),
    attempt: (invoiceId, cryptocurrency = 'ETH', from = anvil.accounts[2]?.address as string) =>
      ok(anyone.post('/transaction', { invoice_id: invoiceId, from, cryptocurrency, network: 'local' })),
    invoiceWhere: (id, condition, what) => where(`/invoice/${id}`, condition, what),
    transactionWhere: (id, condition, what) => where(`/transaction/${id}`, condition, what),
    eventTypes: ({ app, appApi } = merchant) => shopEvents(appApi, app.id).eventTypes(),
    async close() {
      let isSound = false;
      if (unchecked !== undefined) return ground.leave(isSound);
      try {
        await anvil.mine();
        await hasReadAll(database, 'local', async () => {
          const { hash } = await anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
          return hash;
        });
        await checkLaws(database.db, anvil);
        await checkReachable(database.db, anyone, ground.others);
        isSound = true;
      } finally {
        await ground.leave(isSound);
      }
    },
  };
}
