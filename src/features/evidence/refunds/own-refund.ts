// Finds a refund for a caller.
import { type Caller, mayDo, mayRead, roleIn } from '../../../core/access.ts';
import { requireRight } from '../../../core/effects/require-effects.ts';
import { Problem } from '../../../core/problem.ts';
import { factsOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { listSucceeded } from '../../money/ledger/transaction-store.ts';
import { listTransfersOf } from '../../money/payments/transfer-store.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { type App, findApp } from '../../people/apps/store.ts';
import { type ExpectedReport, readReport } from '../outgoing/expect-transfer.ts';
import { findRefund, type Refund } from './refund-store.ts';
import type { Suggested } from './view.ts';

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

/**
 * Returns the sender of the invoice's largest payment with this asset, as the chain shows it: a declared sender may be
 * any address. Where a chain shows no senders, returns the address that the payer gave for a refund. Null if there
 * is none.
 */
export async function payerOf(
  db: Queryable,
  { catalog }: Pick<Instance, 'catalog'>,
  { invoiceId, assetId }: Pick<Refund, 'invoiceId' | 'assetId'>,
): Promise<Suggested | null> {
  const family = catalog.assetById(assetId)?.network.family;
  const paid = (await listSucceeded(db, [invoiceId])).filter((one) => one.assetId === assetId);
  const [largest] = paid.toSorted((one, other) => (one.credited < other.credited ? 1 : -1));
  if (family === undefined || largest === undefined) return null;
  if (!factsOf(family).namesSender) return largest.sender === null ? null : { address: largest.sender, by: 'payer' };
  const transfers = (await listTransfersOf(db, [largest.id])).filter(({ sender }) => sender !== null);
  const [most] = transfers.toSorted((one, other) => (one.amount < other.amount ? 1 : -1));
  return most === undefined ? null : { address: most.sender ?? '', by: 'chain' };
}
