// Opens a door of an app: its app token, its endpoint for notifications, and the credentials that the shop enters.
import { type DoorKind, doorScopes } from '../../../core/access/door-kinds.ts';
import { dialectWords, notifiedEvents } from '../../../core/dialect/dialect-words.ts';
import type { Currency } from '../../../core/money/currency.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { newDoorKey } from '../../../io/secrets/token.ts';
import { insertWebhook, type Webhook } from '../../events/webhooks/store.ts';
import { secretContext } from '../../events/webhooks/view.ts';
import type { Instance } from '../../instance.ts';
import type { App } from '../../people/apps/store.ts';
import { addAppToken } from '../../people/apps/tokens/add-app-token.ts';
import type { ChangedBy } from '../../people/audit/audit-change.ts';
import { insertDoor, type OpenDoor } from './door-store.ts';
import { baseUrlOf } from './view.ts';

/** Signed shops: their key signs requests and notifications. */
export type SignedDoorKind = Extract<DoorKind, 'epay' | 'epusdt'>;

export interface WantedDoor {
  readonly app: App;
  readonly kind: SignedDoorKind;
  readonly currency: Currency;
  readonly cidrs: readonly string[] | null;
  readonly maker: { readonly memberId: string; readonly userId: string };
  readonly by: ChangedBy;
}

/** The token of a door has no end: a shop that stopped selling after a year would notice it too late. */
const farEnd = new Date('9999-12-31T00:00:00Z');

/** Returns the door and its key, which is shown only this once. The app must be locked. */
export async function openDoor(
  trx: Queryable,
  instance: Instance,
  { app, kind, currency, cidrs, maker, by }: WantedDoor,
): Promise<{ readonly door: OpenDoor; readonly key: string }> {
  const now = instance.clock.now();
  // The token itself is discarded: the door's own key is the credential, and is used nowhere else.
  const { name } = dialectWords[kind];
  const wanted = { name, scopes: doorScopes[kind], cidrs, expiresAt: farEnd, ...maker, createdAt: now };
  const { record } = await addAppToken(trx, instance, { app, wanted, by });
  const key = newDoorKey();
  const webhook = endpointOf(instance, { doorId: record.id, app, kind, now });
  await insertWebhook(trx, webhook, instance.vault.seal(key, secretContext(webhook.id)));
  const pid = kind === 'epay' ? newPid(instance) : null;
  const ids = { id: record.id, appId: app.id, webhookId: webhook.id };
  const door = { ...ids, kind, pid, currency: currency.code, createdAt: now };
  await insertDoor(trx, door);
  return { door: { ...door, cidrs, lastUsedAt: null }, key };
}

interface DoorEndpoint {
  readonly doorId: string;
  readonly app: App;
  readonly kind: SignedDoorKind;
  readonly now: Date;
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
