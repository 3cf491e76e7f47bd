// Finds a refund for a caller.
import { type Caller, mayDo, mayRead, roleIn } from '../../../core/access.ts';
import { requireRight } from '../../../core/effects/require-effects.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { listSucceeded } from '../../money/ledger/transaction-store.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { type App, findApp } from '../../people/apps/store.ts';
import { type ExpectedReport, readReport } from '../outgoing/expect-transfer.ts';
import { findRefund, type Refund } from './refund-store.ts';

/** A caller, and the time of the call. */
export interface CallerNow {
  readonly caller: Caller;
  readonly now: Date;
}

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

/** Like ownRefund, but also throws the Problems of requireRight for a caller who may not refund. */
export async function ownRefundToChange(db: Queryable, id: string, by: CallerNow): Promise<OwnRefund> {
  const own = await ownRefund(db, id, by.caller);
  requireRight('refund_prepared', by.caller, own.app, by.now);
  return own;
}

/** The app of a refund, and whether the caller is its merchant. Other callers are its customer. */
export interface SeenBy {
  readonly app: App;
  readonly isMerchant: boolean;
}

/** Throws Problem not_found. */
export async function anyRefund(db: Queryable, id: string): Promise<Refund> {
  const refund = isUuid(id) ? await findRefund(db, id) : null;
  if (refund === null) throw new Problem('not_found');
  return refund;
}

/** Any caller who knows the id of a refund is its customer, unless they belong to its merchant. */
export async function seenAs(db: Queryable, { appId }: Pick<Refund, 'appId'>, caller: Caller): Promise<SeenBy> {
  const app = await findApp(db, appId);
  if (app === null) throw new Problem('not_found');
  const hasScope = mayRead('invoices:read', caller) || mayRead('refunds:write', caller);
  return { app, isMerchant: caller.kind !== 'public' && hasScope && mayDo(caller, app, 'read') };
}

/**
 * Returns whether the caller changes the refund as its merchant. Members of the team and tokens of the app never act as
 * its customer. Throws the Problems of requireRight for one of them who may not refund.
 */
export async function changedAs(
  db: Queryable,
  { appId }: Pick<Refund, 'appId'>,
  { caller, now }: CallerNow,
): Promise<SeenBy> {
  const app = await findApp(db, appId);
  if (app === null) throw new Problem('not_found');
  const isMerchant = caller.kind === 'app_token' ? caller.appId === app.id : roleIn(caller, app) !== null;
  if (isMerchant) requireRight('refund_prepared', caller, app, now);
  return { app, isMerchant };
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
