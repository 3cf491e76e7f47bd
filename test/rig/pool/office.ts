// A service for tests that need no chain: the API and the worker, mail, and networks without a watcher. Stories without
// special options share it, one after the other.
import { type TestDatabase, testDatabase } from '../database.ts';
import { type MailServer, startMailServer } from '../outside/mail-server.ts';
import { type ServiceOptions, type ServiceProcess, startService } from '../service.ts';
import { leasedService } from './leased-service.ts';
import { borrow, type Poolable } from './pool.ts';

export interface Office {
  readonly database: TestDatabase;
  readonly mail: MailServer;
  readonly service: ServiceProcess;
  /** Throws if the service failed unexpectedly. */
  leave(): Promise<void>;
}

const unwatched = { type: 'EVM', rpc: ['http://127.0.0.1:9'], confirmations: 3, native: { symbol: 'ETH' } };
const usdt = { symbol: 'USDT', name: 'Tether USD', contract: `0x${'7'.repeat(40)}`, decimals: 6, stable: true };

/** No server listens at the endpoints, because the API needs none. */
export const unwatchedNetworks = {
  networks: {
    local: { ...unwatched, name: 'Local chain', chain_id: 31337, test: true, tokens: [usdt] },
    real: { ...unwatched, name: 'Real chain', chain_id: 31338, test: false, tokens: [] },
  },
  rates: {
    sources: [],
    fixed: {
      ETH: { USD: '2000', EUR: '1800', GBP: '1600', JPY: '300000' },
      USDT: { USD: '1', JPY: '150' },
    },
  },
};

/** Sign-up is open, and a request may set its IP address. */
const sharedOptions: Omit<ServiceOptions, 'databaseUrl'> = {
  config: unwatchedNetworks,
  roles: 'api,worker',
  env: { SIGN_UP: 'open', TRUST_PROXY: 'on', CORS_ORIGINS: 'https://console.example' },
};

/** Returns a shared service. */
export async function enterOffice(): Promise<Office> {
  const { part, end } = await borrow('office', async () => poolable(await openOffice(sharedOptions)));
  const service = leasedService(part.office.service);
  return {
    ...part.office,
    service,
    async leave() {
      let isUnbroken = false;
      try {
        service.assertUnbroken();
        isUnbroken = true;
      } finally {
        await end(isUnbroken);
      }
    },
  };
}

function poolable(office: Office): Poolable & { readonly office: Office } {
  return {
    office,
    async rest() {
      await office.database.assertNoDeadlock();
      await endWebhooks(office.database);
    },
    wake: async () => undefined,
    close: office.leave,
  };
}

/** Returns a service for this story alone. */
export async function openOffice({ env, ...options }: Omit<ServiceOptions, 'databaseUrl'>): Promise<Office> {
  const database = await testDatabase();
  const mail = await startMailServer();
  const wanted = { ...options, env: { SMTP_URL: mail.url, ...env }, databaseUrl: database.url };
  // A remaining database would keep the process of a failed test alive.
  const service = await startService(wanted).catch(async (error: unknown) => {
    await mail.close();
    await database.drop();
    throw error;
  });
  return {
    ...{ database, mail, service },
    async leave() {
      try {
        await service.stop();
      } finally {
        await mail.close();
        await database.drop();
      }
    },
  };
}

/** Remaining deliveries of a story must not reach a receiver of the next one on the same port. */
export async function endWebhooks({ db }: TestDatabase): Promise<void> {
  await db.query(
    `update webhooks set deleted_at = now(), enabled = false, mac = null, row_mac = null where deleted_at is null`,
  );
  await db.query(`delete from deliveries where status = 'pending'`);
}
