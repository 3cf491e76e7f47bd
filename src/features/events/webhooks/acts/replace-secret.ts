// Replaces the signing secret of an endpoint.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { judgeChange } from '../../../people/apps/acts/judge-change.ts';
import { notifyOwners } from '../../../people/apps/acts/notify-owners.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import { lockOwnWebhook, type OwnWebhook } from '../own-webhook.ts';
import { rotateSecret, type Webhook } from '../store.ts';
import { tamperedProblem } from '../tampered-webhook.ts';
import { secretContext } from '../view.ts';
import type { ByCaller } from './by-caller.ts';

export interface ReplacedSecret {
  /** Signs from now on. */
  readonly secret: string;
  /** For deliveries that are signed with v1a. */
  readonly publicKey: string | null;
  /** How long the former secret signs too, in milliseconds. */
  readonly overlapMillis: number;
}

/**
 * Returns the endpoint with its new secret. `make` may refuse the endpoint. Throws Problem not_found, one that names
 * `id` if the endpoint was changed outside the service, or the Problems of judgeChange.
 */
export async function replaceSecret(
  trx: Queryable,
  instance: Instance,
  by: ByCaller,
  { id, make }: { readonly id: string; readonly make: (webhook: OwnWebhook['webhook']) => ReplacedSecret },
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const { webhook, app } = await lockOwnWebhook(trx, id, by.caller);
  const { secret, publicKey, overlapMillis } = make(webhook);
  const judged = { thing: 'webhook_secret', app, subjectId: webhook.id, before: {}, after: {} } as const;
  await judgeChange(trx, instance, by, judged);
  if (webhook.tampered) throw tamperedProblem();
  const now = instance.clock.now();
  const secretSealed = instance.vault.seal(secret, secretContext(webhook.id));
  const previousUntil = new Date(now.getTime() + overlapMillis);
  await rotateSecret(trx, webhook, { secretSealed, publicKey, previousUntil }, now);
  const change = { action: 'webhook.secret_rotated', subjectId: webhook.id, before: {}, after: {} };
  await auditChange(trx, instance, by, { ...change, of: { appId: webhook.appId } });
  const says = `The webhook to ${new URL(webhook.url).host} has a new signing secret.`;
  const told = { subjectId: webhook.id, subject: 'A webhook has a new secret', says, origin: by.origin };
  await notifyOwners(trx, instance, webhook.appId, told);
  return { webhook: { ...webhook, publicKey, previousUntil, updatedAt: now }, secret };
}
