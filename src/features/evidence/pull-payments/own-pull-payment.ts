// Finds a pull payment for a caller.
import { requireRight } from '../../../core/effects/require-effects.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import type { App } from '../../people/apps/store.ts';
import type { CallerNow } from '../refunds/own-refund.ts';
import { findPullPayment, type PullPayment } from './pull-payment-store.ts';

export interface OwnPullPayment {
  readonly pullPayment: PullPayment;
  readonly app: App;
}

/** Throws Problem not_found for another merchant's, and the Problems of requireRight if the caller may not refund. */
export async function ownPullPayment(db: Queryable, id: string, { caller, now }: CallerNow): Promise<OwnPullPayment> {
  const pullPayment = isUuid(id) ? await findPullPayment(db, id) : null;
  const app = pullPayment === null ? null : await ownAppOrNull(db, pullPayment.appId, caller);
  if (pullPayment === null || app === null) throw new Problem('not_found');
  requireRight('refund_prepared', caller, app, now);
  return { pullPayment, app };
}

export function isWaiting({ invoiceId, archivedAt }: PullPayment): boolean {
  return invoiceId === null && archivedAt === null;
}
