// Opens a door of an app: its app token, its endpoint for notifications, and the credentials that the shop enters.
import { type DoorKind, doorScopes, isTokenDoor } from '../../../core/access/door-kinds.ts';
import { type StorePermission, scopesOfPermissions } from '../../../core/access/store-permissions.ts';
import { dialectWords, notifiedEvents } from '../../../core/dialect/dialect-words.ts';
import type { Currency } from '../../../core/money/currency.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { newDoorKey } from '../../../io/secrets/token.ts';
import { addWebhook } from '../../events/webhooks/acts/add-webhook.ts';
import { insertWebhook, type Webhook } from '../../events/webhooks/store.ts';
import { secretContext } from '../../events/webhooks/view.ts';
import type { Instance } from '../../instance.ts';
import type { App } from '../../people/apps/store.ts';
import { addAppToken } from '../../people/apps/tokens/add-app-token.ts';
import type { ChangedBy } from '../../people/audit/audit-change.ts';
import { insertDoor, type OpenDoor } from './door-store.ts';
import { baseUrlOf } from './view.ts';

export interface WantedDoor {
  readonly app: App;
  readonly kind: DoorKind;
  readonly currency: Currency;
  readonly cidrs: readonly string[] | null;
  /** Where the shop is notified; null if it adds endpoints itself, or names one in each order. */
  readonly notifyUrl: string | null;
  /** The permissions of a shop's key for Greenfield; null for all. */
  readonly permissions: readonly StorePermission[] | null;
  readonly maker: { readonly memberId: string; readonly userId: string };
  readonly by: ChangedBy;
}

/** The token of a door has no end: a shop that stopped selling after a year would notice it too late. */
const farEnd = new Date('9999-12-31T00:00:00Z');

export interface OpenedDoor {
  readonly door: OpenDoor;
  /** The token of a shop that sends one. Undefined for a shop that signs: its token is discarded. */
  readonly token: string | undefined;
  /** Signs notifications, and the requests of a shop that signs. Undefined if the door has no endpoint. */
  readonly key: string | undefined;
}

/**
 * Returns the door and its credentials, which are shown only this once. The app must be locked. Throws Problem
 * too_many_webhooks, or one that names `url`.
 */
export async function openDoor(trx: Queryable, instance: Instance, wanted: WantedDoor): Promise<OpenedDoor> {
  const { app, kind, currency, cidrs, permissions, maker, by } = wanted;
  const now = instance.clock.now();
  const { name } = dialectWords[kind];
  const scopes = permissions === null ? doorScopes[kind] : scopesOfPermissions(permissions);
  const made = { name, scopes, cidrs, expiresAt: farEnd, ...maker, createdAt: now };
  const { record, token } = await addAppToken(trx, instance, { app, wanted: made, by });
  const endpoint = await addEndpoint(trx, instance, { doorId: record.id, now, ...wanted });
  const pid = kind === 'epay' ? newPid(instance) : null;
  const ids = { id: record.id, appId: app.id, webhookId: endpoint?.webhookId ?? null };
  const door = { ...ids, kind, pid, currency: currency.code, permissions, createdAt: now };
  await insertDoor(trx, door);
  return {
    door: { ...door, cidrs, lastUsedAt: null },
    token: isTokenDoor(kind) ? token : undefined,
    key: endpoint?.key,
  };
}

interface DoorEndpoint {
  readonly doorId: string;
  readonly app: App;
  readonly kind: DoorKind;
  readonly now: Date;
}

/** Returns null if the door has no endpoint. */
async function addEndpoint(
  trx: Queryable,
  instance: Instance,
  wanted: DoorEndpoint & Pick<WantedDoor, 'notifyUrl' | 'by'>,
): Promise<{ readonly webhookId: string; readonly key: string } | null> {
  const { app, kind, doorId, notifyUrl: url, by } = wanted;
  const key = newDoorKey();
  if (!isTokenDoor(kind)) {
    const webhook = endpointOf(instance, wanted);
    await insertWebhook(trx, webhook, instance.vault.seal(key, secretContext(webhook.id)));
    return { webhookId: webhook.id, key };
  }
  if (url === null) return null;
  const shop = { dialect: kind, doorId, shopEvents: null, secret: key };
  const added = await addWebhook(trx, instance, { app, url, events: notifiedEvents(kind), shop, by });
  return { webhookId: added.webhook.id, key };
}

/** Each order names its own address, so the endpoint has none. Its URL is the door's. */
function endpointOf({ newId, publicUrl }: Instance, { doorId, app, kind, now }: DoorEndpoint): Webhook {
  return {
    id: newId(),
    appId: app.id,
    url: baseUrlOf({ kind, id: doorId }, publicUrl),
    tampered: false,
    events: notifiedEvents(kind),
    description: null,
    signature: 'v1',
    publicKey: null,
    enabled: true,
    disabledReason: null,
    failingSince: null,
    previousUntil: null,
    dialect: kind,
    doorId,
    byOrder: true,
    shopEvents: null,
    createdAt: now,
    updatedAt: now,
  };
}

const pidDigits = 12;

/** Random digits, so that the number discloses nothing about other merchants. */
function newPid({ newSecretId }: Pick<Instance, 'newSecretId'>): string {
  const random = BigInt(`0x${newSecretId().replaceAll('-', '')}`);
  const lowest = 10n ** BigInt(pidDigits - 1);
  return String(lowest + (random % (9n * lowest)));
}
