// Finds a refund for a caller.
import { type Caller, mayDo, mayRead } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { listSucceeded } from '../../money/ledger/transaction-store.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { type App, findApp } from '../../people/apps/store.ts';
import { type ExpectedReport, readReport } from '../outgoing/expect-transfer.ts';
import { findRefund, type Refund } from './refund-store.ts';

export interface OwnRefund {
  readonly refund: Refund;
  readonly app: App;
}

/** Throws Problem not_found for a refund of another merchant. */
export async function ownRefund(db: Queryable, id: string, caller: Caller): Promise<OwnRefund> {
  const refund = await anyRefund(db, id);
  const app = await ownAppOrNull(db, refund.appId, caller);
  if (app === null) throw new Problem('not_found');
  return { refund, app };
}

/** Throws Problem not_found. */
export async function anyRefund(db: Queryable, id: string): Promise<Refund> {
  const refund = isUuid(id) ? await findRefund(db, id) : null;
  if (refund === null) throw new Problem('not_found');
  return refund;
}

/** Any caller who knows the id of a refund is its customer, unless they belong to its merchant. */
export async function seenAs(
  db: Queryable,
  { appId }: Pick<Refund, 'appId'>,
  caller: Caller,
): Promise<{ readonly app: App; readonly isMerchant: boolean }> {
  const app = await findApp(db, appId);
  if (app === null) throw new Problem('not_found');
  const hasScope = mayRead('invoices:read', caller) || mayRead('refunds:write', caller);
  return { app, isMerchant: caller.kind !== 'public' && hasScope && mayDo(caller, app, 'read') };
}

/** The report of the transfer that the refund has; null while none came. */
export async function reportOf(db: Queryable, { watchId }: Pick<Refund, 'watchId'>): Promise<ExpectedReport | null> {
  return watchId === null ? null : readReport(db, watchId);
}

/** The canonical sender of the invoice's largest payment with this asset; null if it is not known. */
export async function payerOf(
  db: Queryable,
  { invoiceId, assetId }: Pick<Refund, 'invoiceId' | 'assetId'>,
): Promise<string | null> {
  const paid = (await listSucceeded(db, [invoiceId])).filter((one) => one.assetId === assetId);
  const [largest] = paid.toSorted((one, other) => (one.credited < other.credited ? 1 : -1));
  return largest?.sender ?? null;
}
