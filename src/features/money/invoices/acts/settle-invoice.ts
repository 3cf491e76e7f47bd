// Settles an invoice: the merchant accepts the amount received as full payment and gives a reason.

import { callerName } from '../../../../core/access/caller-name.ts';
import type { Caller, Origin } from '../../../../core/access.ts';
import { settle } from '../../../../core/payment/invoice.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { judgeChange } from '../../../people/apps/acts/judge-change.ts';
import type { App } from '../../../people/apps/store.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import { type Invoice, insertSettlement } from '../../ledger/invoice-store.ts';
import { openBooks } from '../../ledger/open-books.ts';

export interface SettleInvoiceParams {
  /** Locked until the commit. */
  readonly invoice: Invoice;
  readonly app: App;
  readonly reason: string;
  readonly by: { readonly caller: Caller; readonly origin: Origin };
}

/**
 * Returns the invoice as changed. Throws Problem invoice_not_settleable if the invoice is paid or canceled, and the
 * Problems of requireEffects.
 */
export async function settleInvoice(trx: Queryable, instance: Instance, params: SettleInvoiceParams): Promise<Invoice> {
  const { invoice, app, reason, by } = params;
  const judged = { thing: 'settlement', app, subjectId: invoice.id, before: invoice, after: invoice } as const;
  await judgeChange(trx, instance, by, judged);
  const now = instance.clock.now();
  const settled = await openBooks(trx, instance, { invoices: [invoice.id] }, (books) => {
    if (!books.moveInvoice(invoice.id, settle)) throw new Problem('invoice_not_settleable');
    return books.invoice(invoice.id);
  });
  const settledBy = callerName(by.caller);
  await insertSettlement(trx, { id: instance.newId(), invoiceId: invoice.id, settledBy, reason, createdAt: now });
  await auditChange(trx, instance, by, {
    of: { appId: invoice.appId },
    action: 'invoice.settled',
    subjectId: invoice.id,
    before: { status: invoice.status },
    after: { status: settled.status, reason },
  });
  return settled;
}
