// The parts of all cases: the service on a new database, a merchant, a proxy with faults, and a driver.
import { type Client, type Json, ok } from '../../test/rig/client.ts';
import { testDatabase } from '../../test/rig/database.ts';
import { createMerchant, type Merchant } from '../../test/rig/merchant.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../../test/rig/service.ts';
import type { Driver, DriverCall, DriverError } from './driver.ts';
import { FaultProxy } from './fault-proxy.ts';

export interface ClientOptions {
  readonly url: string;
  readonly token: string | null;
  readonly timeout_ms: number;
  readonly max_retries: number;
  readonly backoff_ms: number;
}

/** The service with a merchant, for the drivers of all languages. */
export interface Background {
  readonly service: ServiceProcess;
  readonly proxy: FaultProxy;
  newMerchant(): Promise<Merchant>;
  close(): Promise<void>;
}

export async function startBackground(): Promise<Background> {
  const database = await testDatabase();
  const service = await startService({
    databaseUrl: database.url,
    config: withoutNetworks,
    roles: 'api,worker',
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  const proxy = await FaultProxy.start(service.url);
  return {
    service,
    proxy,
    newMerchant: () => createMerchant(service),
    async close() {
      proxy.close();
      await service.stop();
      await database.drop();
    },
  };
}

/** One driver with a merchant of its own. */
export class Stage {
  readonly background: Background;
  readonly merchant: Merchant;
  readonly #driver: Driver;

  constructor(background: Background, merchant: Merchant, driver: Driver) {
    this.background = background;
    this.merchant = merchant;
    this.#driver = driver;
  }

  get proxy(): FaultProxy {
    return this.background.proxy;
  }

  /** Calls past the proxy and the client. */
  get api(): Client {
    return this.merchant.appApi;
  }

  /** A new client that calls the proxy, which has no faults. */
  async client(options: Partial<ClientOptions> = {}): Promise<void> {
    const token = this.merchant.app.token as string;
    const usual = { url: this.proxy.url, token, timeout_ms: 20_000, max_retries: 3, backoff_ms: 10 };
    this.proxy.plan();
    await this.#driver.ask({ call: 'client', ...usual, ...options });
  }

  ask(call: DriverCall): Promise<Json> {
    return this.#driver.ask(call);
  }

  fails(call: DriverCall): Promise<DriverError> {
    return this.#driver.fails(call);
  }

  create(body: object, idempotency_key: string | null = null): Promise<Json> {
    return this.ask({ call: 'create_invoice', body, idempotency_key });
  }

  /** The ids of the merchant's invoices with this reference, as the service has them. */
  async idsOf(reference: string): Promise<string[]> {
    const found = await ok<Json>(this.api.get('/invoices', { query: { reference } }));
    return found.map((one: Json) => one.id);
  }
}
