// Finds an unmatched payment for a caller who must own its app.
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { findUnmatched, type UnmatchedPayment } from '../../money/payments/unmatched/unmatched-store.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import type { App } from '../../people/apps/store.ts';

/** Throws Problem not_found for any payment that is not the caller's. */
export async function ownUnmatchedPayment(
  db: Queryable,
  id: string,
  caller: Caller,
): Promise<{ payment: UnmatchedPayment; app: App }> {
  const payment = isUuid(id) ? await findUnmatched(db, id) : null;
  const app = payment === null ? null : await ownAppOrNull(db, payment.appId, caller);
  if (payment === null || app === null) throw new Problem('not_found');
  return { payment, app };
}
