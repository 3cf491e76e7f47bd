// POST /charges/{id}/cancel and /resolve: the acts of the API.
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { cancelInvoice } from '../../../money/invoices/acts/cancel-invoice.ts';
import { settleInvoice } from '../../../money/invoices/acts/settle-invoice.ts';
import { lockOwnInvoice } from '../../../money/invoices/own-invoice.ts';
import { answered } from '../commerce-wire.ts';
import { chargeIdOf } from './own-charge.ts';
import { readCharge } from './read-charges.ts';

export async function cancelCharge(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const id = await chargeIdOf(instance.db, call);
  const canceled = await instance.db.atomically(async (trx) => {
    const { invoice } = await lockOwnInvoice(trx, id, call.caller);
    return cancelInvoice(trx, instance, invoice);
  });
  return answered(await readCharge(instance, canceled));
}

/** For the audit log, because the dialect has no reason. */
const reason = 'Resolved by the shop (Coinbase Commerce)';

export async function resolveCharge(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const id = await chargeIdOf(instance.db, call);
  const by = { caller: call.caller, origin: call.origin };
  const settled = await instance.db.atomically(async (trx) => {
    const { invoice, app } = await lockOwnInvoice(trx, id, call.caller);
    return settleInvoice(trx, instance, { invoice, app, reason, by });
  });
  return answered(await readCharge(instance, settled));
}
