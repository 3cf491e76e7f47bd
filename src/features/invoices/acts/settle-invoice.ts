// Settles an invoice: the merchant accepts what came as payment, and says why.
import type { Caller, Origin } from '../../../core/access.ts';
import { settle } from '../../../core/payment/invoice.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { noteChange } from '../../audit/note-change.ts';
import type { Instance } from '../../instance.ts';
import { changeInvoice, lockedInvoice, noChanges, tellInvoice, writeChanges } from '../../ledger/changes.ts';
import { type Invoice, insertSettlement } from '../../ledger/invoice-store.ts';

export interface SettleInvoiceParams {
  /** Locked until the commit. */
  readonly invoice: Invoice;
  readonly reason: string;
  readonly by: { readonly caller: Caller; readonly origin: Origin };
}

/** Answers the invoice as it then is. Throws Problem invoice_not_settleable where nothing came, or all of it did. */
export async function settleInvoice(trx: Queryable, instance: Instance, params: SettleInvoiceParams): Promise<Invoice> {
  const { invoice, reason, by } = params;
  const move = settle(invoice);
  if (move === null) throw new Problem('invoice_not_settleable');
  const now = instance.clock.now();
  const changes = noChanges(now);
  changes.invoices.set(invoice.id, invoice);
  changeInvoice(changes, { ...invoice, ...move.state, paidAt: now });
  tellInvoice(changes, instance, 'invoice.paid', invoice.id);
  await writeChanges(trx, instance, changes);
  const settled = lockedInvoice(changes, invoice.id);
  const { caller } = by;
  await insertSettlement(trx, { id: instance.newId(), invoiceId: invoice.id, caller, reason, createdAt: now });
  await noteChange(trx, instance, by, {
    of: { appId: invoice.appId },
    action: 'invoice.settled',
    subjectId: invoice.id,
    before: { status: invoice.status },
    after: { status: settled.status, reason },
  });
  return settled;
}
