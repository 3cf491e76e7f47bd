// The parts of an instance that deliver webhooks, on a real separate database, with a clock that tests can advance.
import { randomBytes } from 'node:crypto';
import type { EventType } from '../../../src/core/event.ts';
import { type AddressRange, parseRange } from '../../../src/core/public-address.ts';
import { appendEvents } from '../../../src/features/events/events/append-events.ts';
import { type Delivery, listDeliveries } from '../../../src/features/events/webhooks/delivery-log/delivery-store.ts';
import { insertWebhook, type Webhook } from '../../../src/features/events/webhooks/store.ts';
import { secretContext } from '../../../src/features/events/webhooks/view.ts';
import type { Instance } from '../../../src/features/instance.ts';
import { mailQueue } from '../../../src/features/known/mails/mail-queue.ts';
import { rowSeals } from '../../../src/features/known/row-seals/sealed-rows.ts';
import { connectPostgres } from '../../../src/io/db/postgres.ts';
import { newest } from '../../../src/io/http/page.ts';
import { createLog } from '../../../src/io/log.ts';
import { newId, newSecretId } from '../../../src/io/new-id.ts';
import { outboundGate } from '../../../src/io/outbound/outbound.ts';
import { newWebhookSecret } from '../../../src/io/outbound/webhook-signature.ts';
import { createRowMac } from '../../../src/io/secrets/row-mac.ts';
import { createVault } from '../../../src/io/secrets/vault.ts';
import { guarded } from '../access/guarded-database.ts';
import { testDatabase } from '../database.ts';

/** The data with which another process can open the same instance. */
export interface WebhookPlace {
  readonly databaseUrl: string;
  readonly key: Uint8Array;
}

export interface WebhookInstance {
  readonly instance: Instance;
  readonly place: WebhookPlace;
  readonly appId: string;
  /**
   * Advances the instance's clock. Times in the database move closer by the same amount, because its clock cannot be
   * advanced.
   */
  passSeconds(seconds: number): Promise<void>;
  addWebhook(url: string, events?: readonly EventType[] | null): Promise<{ webhook: Webhook; secret: string }>;
  /** Appends events of the app in one commit, and returns their ids in order. */
  emit(...types: readonly EventType[]): Promise<string[]>;
  deliveries(webhook: Webhook): Promise<Delivery[]>;
  /** Opens another instance on the same database, as a second process would be. */
  beside(): Promise<{ instance: Instance; close(): Promise<void> }>;
  close(): Promise<void>;
}

export async function startWebhookInstance(): Promise<WebhookInstance> {
  const database = await testDatabase();
  const place: WebhookPlace = { databaseUrl: database.url, key: randomBytes(32) };
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead) };

  const open = () => openWebhookInstance(place, clock);
  const { instance, close, vault } = await open();
  const appId = await addApp(instance);
  return {
    instance,
    place,
    appId,
    async passSeconds(seconds) {
      ahead += seconds * 1000;
      await instance.db.query(
        `update deliveries set next_attempt_at = next_attempt_at - $1::int * interval '1 second',
           lease_until = lease_until - $1::int * interval '1 second' where status = 'pending'`,
        [Math.floor(seconds)],
      );
    },
    async addWebhook(url, events = null) {
      const secret = newWebhookSecret();
      const webhook = endpointAt(url, { appId, events, now: clock.now() });
      await insertWebhook(instance.db, webhook, vault.seal(secret, secretContext(webhook.id)));
      return { webhook, secret };
    },
    async emit(...types) {
      const events = types.map((type) => ({
        id: newId(),
        appId,
        type,
        invoiceId: null,
        sequence: null,
        data: { note: 'Grüße', total: '10.00' },
        createdAt: clock.now(),
      }));
      await instance.db.atomically((trx) => appendEvents(trx, events, newId));
      return events.map((event) => event.id);
    },
    deliveries: (webhook) =>
      listDeliveries(
        instance.db,
        { webhookId: webhook.id, since: new Date(0), statuses: null, created: { from: null, before: null } },
        newest(1000),
      ),
    beside: open,
    async close() {
      await close();
      await database.drop();
    },
  };
}

interface EndpointTerms {
  readonly appId: string;
  /** Null for all. */
  readonly events: readonly string[] | null;
  readonly now: Date;
}

function endpointAt(url: string, { appId, events, now }: EndpointTerms): Webhook {
  return {
    id: newId(),
    appId,
    url,
    tampered: false,
    events: events === null ? null : [...events],
    description: null,
    signature: 'v1',
    publicKey: null,
    enabled: true,
    disabledReason: null,
    failingSince: null,
    previousUntil: null,
    dialect: 'quittance',
    doorId: null,
    byOrder: false,
    shopEvents: null,
    createdAt: now,
    updatedAt: now,
  };
}

export async function openWebhookInstance(
  { databaseUrl, key }: WebhookPlace,
  clock: Instance['clock'] = { now: () => new Date() },
) {
  const vault = createVault(Buffer.from(key));
  const log = createLog('silent');
  const plain = await connectPostgres({
    url: databaseUrl,
    maxConnections: 5,
    applicationName: 'test',
    onError: () => {},
  });
  const rowMac = createRowMac([vault.keyFor('rows')]);
  const db = guarded(plain, rowMac);
  const outbound = outboundGate({ allowCidrs: [parseRange('127.0.0.0/8') as AddressRange] });
  const ids = { newId, newSecretId, random: Math.random };
  // Deliveries use neither the catalog nor the rates.
  const instance = {
    db,
    mails: mailQueue({ vault, clock, limits: { receiptsPerHour: 200, invitationsPerHour: 20 } }),
    vault,
    seals: rowSeals(rowMac),
    outbound,
    log,
    clock,
    ...ids,
    publicUrl: 'http://localhost',
  } as unknown as Instance;
  const close = async () => {
    await Promise.all([outbound.close(), db.close()]);
  };
  return { instance, close, vault };
}

/** Creates an app of a new user, who owns it. Returns the id of the app. */
export async function addApp(instance: Instance): Promise<string> {
  const [userId, appId] = [newId(), newId()];
  const now = instance.clock.now();
  await instance.db.query('insert into users (id, email, created_at, updated_at) values ($1, $2, $3, $3)', [
    userId,
    `${userId}@shop.example`,
    now,
  ]);
  await instance.db.query(
    `insert into apps (id, owner_id, name, url, environment, token_hash, token_sealed, created_at, updated_at)
     values ($1, $2, 'Shop', 'https://shop.example', 'development', $3, $3, $4, $4)`,
    [appId, userId, randomBytes(32), now],
  );
  const member = { id: appId, appId, userId, role: 'owner', roleSince: now };
  await instance.db.query(
    `insert into app_members (id, app_id, user_id, role, role_since, mac, created_at, updated_at)
     values ($1, $1, $2, 'owner', $3, $4, $3, $3)`,
    [appId, userId, now, instance.seals.sign('app_member', member)],
  );
  const app = { id: appId, ownerId: userId, name: 'Shop', slug: null, slugBeforeArchived: null, archivedAt: null };
  const shown = { url: 'https://shop.example', environment: 'development', storedSettings: {} };
  await instance.db.query('update apps set mac = $2 where id = $1', [
    appId,
    instance.seals.sign('app', { ...app, ...shown }),
  ]);
  return appId;
}
