// The row of an endpoint: workers that deliver read it too.
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
 * by_owner: switched off by hand; gone: it answered 410; failing: nothing but failures for days; tampered: it was
 * changed past the service.
 */
export type DisabledReason = 'by_owner' | 'gone' | 'failing' | 'tampered';

const plainWebhook = rowType({
  id: uuid,
  appId: uuid,
  url: text,
  /** The types it hears of; null: all. */
  events: nullable(texts),
  description: nullable(text),
  /** How deliveries are signed, and for v1a with which key they are verified (`whpk_…`). */
  signature: oneOf<SignatureScheme>(),
  publicKey: nullable(text),
  enabled: boolean,
  disabledReason: nullable(oneOf<DisabledReason>()),
  failingSince: nullable(time),
  /** Until then the secret before the newest one signs too. */
  previousUntil: nullable(time),
  createdAt: time,
  updatedAt: time,
});
export type PlainWebhook = RowOf<typeof plainWebhook>;
export const webhook = sealed(plainWebhook, 'webhook_endpoint', moneyRows.webhook_endpoint);

/** An endpoint. One that was changed past the service is sent nothing until its owner gives its url again. */
export type Webhook = PlainWebhook & { readonly tampered: boolean };

/** Reads rows of a connection. */
export const readOver = (db: Queryable) => (answered: Answered) => ({
  ...plainWebhook.read(answered),
  tampered: !isSealed(db, answered),
});

/** Whether the service wrote the endpoint as this row of webhooks has it. */
export function isSealed(db: Queryable, answered: Answered): boolean {
  return webhook.fault(db, answered) === null;
}
