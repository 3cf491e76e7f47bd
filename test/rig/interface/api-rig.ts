// The API alone, on a database of its own and with networks nobody watches: enough for everything that no chain
// decides.
import type { Json } from '../client.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { createMerchant, type Merchant, type MerchantOptions } from '../merchant.ts';
import { type ServiceOptions, type ServiceProcess, startService } from '../service.ts';
import { type ApiDocument, readDocument } from './document.ts';

export interface ApiRig {
  readonly service: ServiceProcess;
  readonly database: TestDatabase;
  readonly document: ApiDocument;
  /** Creates another merchant. */
  merchant(options?: MerchantOptions): Promise<Merchant>;
  stop(): Promise<void>;
}

/** Nothing listens at the endpoint: the API needs none. */
export const unwatchedNetworks = {
  networks: {
    local: {
      type: 'EVM',
      name: 'Local chain',
      chain_id: 31337,
      rpc: ['http://127.0.0.1:9'],
      confirmations: 3,
      test: true,
      native: { symbol: 'ETH' },
      tokens: [],
    },
    real: {
      type: 'EVM',
      name: 'Real chain',
      chain_id: 31338,
      rpc: ['http://127.0.0.1:9'],
      confirmations: 3,
      test: false,
      native: { symbol: 'ETH' },
      tokens: [],
    },
  },
  rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
};

export async function startApiRig(options: Omit<ServiceOptions, 'databaseUrl'> = {}): Promise<ApiRig> {
  const database = await testDatabase();
  // A database left behind would keep a failed test's process waiting for ever.
  const wanted = { roles: 'api', config: unwatchedNetworks, ...options, databaseUrl: database.url };
  const service = await startService(wanted).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  const document = await readDocument(service.apiUrl);
  return {
    service,
    database,
    document,
    merchant: (wanted) => createMerchant(service, wanted),
    stop: async () => {
      await service.stop();
      await database.drop();
    },
  };
}

/** Where a problem's fields were refused, as `field code`. */
export function refusals(answer: { body: Json }): string[] {
  return (answer.body.errors ?? []).map((error: Json) => `${error.field} ${error.code}`);
}
