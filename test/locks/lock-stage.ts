// An instance in the test's own process, on a database of its own, for tests that let two commits meet.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from 'viem/accounts';
import { asking, type Caller, scopes } from '../../src/core/access.ts';
import { type Currency, currencyOf } from '../../src/core/money/currency.ts';
import { createWebhook } from '../../src/features/events/webhooks/create-webhook.ts';
import type { Instance } from '../../src/features/instance.ts';
import { createAppAddress } from '../../src/features/money/address-entry/create-app-address.ts';
import { makeInvoice } from '../../src/features/money/invoices/acts/make-invoice.ts';
import type { Invoice } from '../../src/features/money/ledger/invoice-store.ts';
import { readAttemptParams } from '../../src/features/money/transactions/attempt-params.ts';
import { attemptMaker } from '../../src/features/money/transactions/make-attempt.ts';
import { addApp } from '../../src/features/people/apps/acts/add-app.ts';
import type { App } from '../../src/features/people/apps/store.ts';
import { memberVouching } from '../../src/features/people/apps/team/sealed-member.ts';
import { byCommandLine } from '../../src/features/people/audit/audit-change.ts';
import { insertUser } from '../../src/features/people/identity/store.ts';
import * as createAccepted from '../../src/features/receiving/app-cryptocurrencies/create-app-cryptocurrency.ts';
import type { Database } from '../../src/io/db/database.ts';
import { readEnvironment } from '../../src/io/environment.ts';
import { Answer, type Operation } from '../../src/io/http/operation.ts';
import { createLog } from '../../src/io/log.ts';
import { openInstance } from '../../src/roles/open-instance.ts';
import type { Json } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';

export interface LockStage {
  readonly instance: Instance;
  readonly databaseUrl: string;
  newUser(): Promise<Person>;
  newApp(owner: Person, environment?: App['environment']): Promise<App>;
  close(): Promise<void>;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  /** Has a token with every scope that is bound to address ranges. */
  readonly caller: Caller;
}

/** One network, `local`, with an endpoint that is never used; ETH is 2,000 USD. */
const config = {
  networks: {
    local: {
      type: 'EVM',
      name: 'Local chain',
      chain_id: 31337,
      rpc: ['http://127.0.0.1:9'],
      test: true,
      confirmations: 1,
      native: { symbol: 'ETH' },
    },
  },
  rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
};

export async function openLockStage(): Promise<LockStage> {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'quittance-locks-'));
  const file = join(folder, 'quittance.json');
  await writeFile(file, JSON.stringify(config));
  const open = await openInstance({
    environment: readEnvironment({ CONFIG: file }),
    databaseUrl: database.url,
    secretKey: randomBytes(32),
    log: createLog('silent'),
    name: 'locks',
    maxConnections: 6,
    asksRates: false,
  });
  const { instance } = open;
  const vouches = memberVouching(instance);
  return {
    instance,
    databaseUrl: database.url,
    async newUser() {
      const id = instance.newId();
      const email = `${id}@shop.example`;
      const user = { id, email, role: 'merchant', createdAt: instance.clock.now() } as const;
      await instance.db.atomically((trx) =>
        insertUser({ db: trx, seals: instance.seals }, user, instance.newId(), 'no hash'),
      );
      const token = { tokenId: instance.newId(), scopes, appIds: null, hasAddressRanges: true };
      return { id, email, caller: { kind: 'pat', userId: id, ...token, vouches } };
    },
    newApp: (owner, environment = 'development') =>
      instance.db.atomically((trx) =>
        addApp(trx, instance, {
          ownerId: owner.id,
          name: 'Shop',
          url: 'https://shop.example',
          environment,
          by: byCommandLine,
        }),
      ),
    async close() {
      await open.close();
      await rm(folder, { recursive: true });
      await database.drop();
    },
  };
}

/** An app that accepts ETH at child addresses of an extended public key, and has a webhook. */
export interface Shop {
  readonly owner: Person;
  readonly app: App;
  readonly key: string;
  readonly addressId: string;
  newInvoice(): Promise<Invoice>;
  /** Creates a transaction with a new sender. */
  attempt(to: Database, invoiceId: string): Promise<Json>;
}

export async function openShop(stage: LockStage): Promise<Shop> {
  const { instance } = stage;
  const { db } = instance;
  const owner = await stage.newUser();
  const app = await stage.newApp(owner);
  const coin = { app_id: app.id, cryptocurrency: 'ETH', network: 'local' };
  await perform(createAccepted.createAppCryptocurrency(instance), db, owner, { body: coin });
  const key = newExtendedKey();
  const address = { app_id: app.id, network: 'local', kind: 'xpub', value: key };
  const { id: addressId } = await perform(createAppAddress(instance), db, owner, { body: address });
  await perform(createWebhook(instance), db, owner, { body: { app_id: app.id, url: 'https://hooks.example/hook' } });
  const make = attemptMaker(instance);
  return {
    owner,
    app,
    key,
    addressId,
    newInvoice: () => newInvoice(instance, app),
    attempt(to, invoiceId) {
      const from = `0x${randomBytes(20).toString('hex')}`;
      const params = readAttemptParams(instance, {
        invoice_id: invoiceId,
        from,
        cryptocurrency: 'ETH',
        network: 'local',
      });
      return make(params, { commit: (act) => to.atomically(act), idempotentRequest: null });
    },
  };
}

/** An invoice over 10.00 USD. */
export async function newInvoice(instance: Instance, app: App): Promise<Invoice> {
  const currency = currencyOf('USD') as Currency;
  const { invoice } = await instance.db.atomically((trx) =>
    makeInvoice(trx, instance, { app, total: 1_000n, currency, text: {}, clockLeadMillis: 0 }),
  );
  return invoice;
}

export function newExtendedKey(): string {
  return HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'").publicExtendedKey;
}

/** Runs an operation as its caller would over HTTP, with `db` for its commit, and returns the body of the response. */
export async function perform(
  { handle, access, path }: Operation,
  db: Database,
  { caller }: Person,
  given: { readonly id?: string; readonly body?: object },
): Promise<Json> {
  const answer = await handle({
    params: { id: given.id },
    query: {},
    body: given.body ?? {},
    caller: asking(caller, access),
    origin: { ip: null, userAgent: null },
    headers: {},
    url: path,
    idempotentRequest: null,
    commit: (act) => db.atomically(act),
  });
  return answer instanceof Answer ? answer.body : answer;
}
