// Changes the destination of a refund, for its customer or its merchant.
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Call } from '../../../../io/http/operation.ts';
import type { Instance } from '../../../instance.ts';
import type { Books } from '../../../money/ledger/books.ts';
import { openBooks } from '../../../money/ledger/open-books.ts';
import { judgeChange } from '../../../people/apps/acts/judge-change.ts';
import type { App } from '../../../people/apps/store.ts';
import { auditChange, byCustomer } from '../../../people/audit/audit-change.ts';
import { anyRefund, reportOf } from '../own-refund.ts';
import { type Refund, updateRefund } from '../refund-store.ts';
import { refundView } from '../view.ts';
import { assetOf, emitRefund, type FollowedRefund } from './follow-refund.ts';
import { quoteRefund } from './quote-refund.ts';

/** The caller and the origin of a change, for the audit log. */
export type ChangedBy = Pick<Call<unknown, unknown, unknown>, 'caller' | 'origin'>;

export interface WantedChange {
  /** Canonical; null for no change. */
  readonly recipient: string | null;
  readonly reason: string | null | undefined;
  readonly app: App;
  readonly isMerchant: boolean;
  readonly by: ChangedBy;
}

/**
 * Changes the destination or the reason in the books of the invoice. Throws Problem: address_given for a customer, and
 * refund_not_changeable once a transfer was seen.
 */
export async function changeRefund(
  trx: Queryable,
  instance: Instance,
  { id, invoiceId }: Refund,
  wanted: WantedChange,
): Promise<FollowedRefund> {
  const { app, by, isMerchant } = wanted;
  const { before, after } = await openBooks(trx, instance, { invoices: [invoiceId] }, async (books) => {
    const before = await anyRefund(trx, id);
    if (isMerchant) {
      const after = { recipient: wanted.recipient ?? before.recipient };
      await judgeChange(trx, instance, by, { thing: 'refund', app, subjectId: id, before, after });
    }
    const noted = { ...before, reason: wanted.reason === undefined ? before.reason : wanted.reason };
    const redirected = await redirect(trx, books, noted, wanted);
    const after = { ...redirected, updatedAt: books.timeOf(before.appId) };
    await updateRefund(trx, after);
    if (before.status === 'awaiting_address' && after.status === 'ready')
      emitRefund(books, 'ready', { refund: after, report: null });
    return { before, after };
  });
  const report = await reportOf(trx, after);
  const views = [before, after].map((one) => refundView(instance, one, report));
  await auditChange(trx, instance, isMerchant ? by : byCustomer(by.origin), {
    of: { appId: after.appId },
    action: 'refund.updated',
    subjectId: id,
    before: views[0] ?? null,
    after: views[1] ?? null,
  });
  return { refund: after, report };
}

async function redirect(
  trx: Queryable,
  books: Books,
  refund: Refund,
  { recipient, app, isMerchant }: WantedChange,
): Promise<Refund> {
  if (recipient === null || recipient === refund.recipient) return refund;
  if (!isMerchant && refund.recipient !== null) throw new Problem('address_given');
  if (refund.status !== 'awaiting_address' && refund.status !== 'ready') throw new Problem('refund_not_changeable');
  const terms = { asset: assetOf(books.instance, refund), app, recipient };
  return { ...(await quoteRefund(trx, books, refund, terms)), isCustomers: !isMerchant };
}
