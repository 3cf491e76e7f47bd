// POST /stores/{storeId}/invoices/{invoiceId}/status: the merchant settles or cancels the invoice.

import { fieldProblem, Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { cancelInvoice } from '../../../money/invoices/acts/cancel-invoice.ts';
import { settleInvoice } from '../../../money/invoices/acts/settle-invoice.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { objectIn } from '../../shop-invoices/shop-json.ts';
import { answered } from '../greenfield-wire.ts';
import { invoiceView } from './invoice-view.ts';
import { lockStoreInvoice, type StoreInvoice } from './own-invoice.ts';

type Act = (trx: Queryable, found: Awaited<ReturnType<typeof lockStoreInvoice>>) => Promise<Invoice>;

/** Throws Problem naming `status` if the invoice cannot have it any more. */
export async function markInvoice(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const act = actOf(instance, call);
  const { invoice, shop } = await instance.db.atomically(async (trx): Promise<StoreInvoice> => {
    const found = await lockStoreInvoice(trx, call);
    return { invoice: await act(trx, found), shop: found.shop };
  });
  return answered(invoiceView(instance, invoice, shop));
}

/** `Complete` is the word of older clients for `Settled`. */
function actOf(instance: Instance, call: DialectCall): Act {
  const { status } = objectIn(call);
  const { caller, origin } = call;
  switch (status) {
    case 'Settled':
    case 'Complete':
      return (trx, { invoice, app }) =>
        statusProblem(() => settleInvoice(trx, instance, { invoice, app, reason, by: { caller, origin } }));
    case 'Invalid':
      return (trx, { invoice }) => statusProblem(() => cancelInvoice(trx, instance, invoice));
    default:
      throw fieldProblem('status', 'unknown', 'Must be Settled or Invalid.');
  }
}

const reason = 'The shop marked it as settled.';

async function statusProblem(act: () => Promise<Invoice>): Promise<Invoice> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || !(error.code in refusals)) throw error;
    throw fieldProblem('status', 'not_possible', refusals[error.code as keyof typeof refusals]);
  }
}

const refusals = {
  invoice_not_settleable: 'The invoice is paid or invalid already.',
  invoice_not_cancelable: 'The invoice is paid, expired, or has a payment. It cannot become invalid.',
};
