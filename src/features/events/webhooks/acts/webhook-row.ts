// The row of an endpoint. The delivering workers read it too.
import type { DoorKind } from '../../../../core/access/door-kinds.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  type Answered,
  boolean,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';
import { sealed } from '../../../../io/db/sealed/sealed-row-type.ts';
import type { SignatureScheme } from '../../../../io/outbound/webhook-signature.ts';
import { moneyRows } from '../../../known/row-seals/money-rows.ts';

/**
 * by_owner: disabled by hand; gone: it replied 410; failing: only failures for days; tampered: changed outside the
 * service.
 */
export type DisabledReason = 'by_owner' | 'gone' | 'failing' | 'tampered';

/** `quittance`: the published webhooks of this service. */
export type WebhookDialect = 'quittance' | DoorKind;

const plainWebhook = rowType({
  id: uuid,
  appId: uuid,
  url: text,
  /** The subscribed types; null for all. */
  events: nullable(texts),
  description: nullable(text),
  /** How deliveries are signed. v1a deliveries are verified with the public key (`whpk_…`). */
  signature: oneOf<SignatureScheme>(),
  publicKey: nullable(text),
  enabled: boolean,
  disabledReason: nullable(oneOf<DisabledReason>()),
  failingSince: nullable(time),
  /** Until this time the previous secret signs too. */
  previousUntil: nullable(time),
  /** The form of its deliveries. */
  dialect: oneOf<WebhookDialect>(),
  /** The door that it belongs to; null for an endpoint of the API. It is notified only while the door is open. */
  doorId: nullable(uuid),
  /** Whether it is notified only of the invoices of its orders, each at the order's own address. */
  byOrder: boolean,
  /** The notifications that the shop chose, in the words of its dialect; null for all. */
  shopEvents: nullable(texts),
  createdAt: time,
  updatedAt: time,
});
export type PlainWebhook = RowOf<typeof plainWebhook>;
export const webhook = sealed(plainWebhook, 'webhook_endpoint', moneyRows.webhook_endpoint);

/** An endpoint. A tampered one receives nothing until its owner sets its url again. */
export type Webhook = PlainWebhook & { readonly tampered: boolean };

/** Returns a reader for rows of a connection. */
export const readOver = (db: Queryable) => (answered: Answered) => ({
  ...plainWebhook.read(answered),
  tampered: !isSealed(db, answered),
});

/** Whether the service wrote this row of webhooks. */
export function isSealed(db: Queryable, answered: Answered): boolean {
  return webhook.fault(db, answered) === null;
}
