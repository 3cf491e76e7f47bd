// POST /stores/{store}/pull-payments: a refund that names no invoice. Source: CreatePullPaymentRequest of its API.
import { requireRight } from '../../../../core/effects/require-effects.ts';
import { currencyOf } from '../../../../core/money/currency.ts';
import { parseUnits, withoutSpareZeros } from '../../../../core/money/decimal.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { insertPullPayment, type PullPayment } from '../../../evidence/pull-payments/pull-payment-store.ts';
import { refundAskedFor } from '../../../evidence/pull-payments/refund-asked-for.ts';
import { checkRefund, makeRefund } from '../../../evidence/refunds/acts/new-refund/make-refund.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import { objectIn, type ShopObject } from '../../shop-invoices/shop-json.ts';
import { writtenDecimal } from '../../shop-invoices/written-decimal.ts';
import { answered, textAt } from '../greenfield-wire.ts';
import { appOf } from '../stores/store-of-call.ts';
import { readPayoutMethods } from './payout-method.ts';
import { pullPaymentData } from './pull-payment-data.ts';
import { readName } from './refund-params.ts';
import { findRefundedInvoice } from './refunded-invoice.ts';
import { withFieldNames } from './renamed-fields.ts';

const fieldNames = {
  fiat_value: 'amount',
  cryptocurrency: 'payoutMethods',
  network: 'payoutMethods',
};

/** If the name has the number of exactly one paid order with room, it is refunded. Otherwise the merchant decides. */
export async function createPullPayment(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const app = await appOf(instance, call);
  requireRight('refund_prepared', call.caller, app, instance.clock.now());
  return withFieldNames(fieldNames, async () => {
    const { among, ...params } = readPullPayment(instance, call);
    const found = await findRefundedInvoice(instance.db, instance, { ...params, appId: app.id });
    const open = { assetId: null, recipient: null, archivedAt: null };
    const ids = { id: instance.newSecretId(), appId: app.id };
    const pullPayment = { ...ids, ...params, ...found, ...open, createdAt: instance.clock.now() };
    const { invoiceId } = pullPayment;
    if (invoiceId === null) return wait(instance, call, pullPayment);
    return refund(instance, call, { pullPayment: { ...pullPayment, invoiceId }, among });
  });
}

async function wait(instance: Instance, { caller, origin }: DialectCall, pullPayment: PullPayment) {
  const data = pullPaymentData(instance, pullPayment, null);
  const { id: subjectId, appId } = pullPayment;
  const change = { of: { appId }, action: 'pull_payment.created', subjectId, before: null, after: data };
  await instance.db.atomically(async (trx) => {
    await insertPullPayment(trx, pullPayment);
    await auditChange(trx, instance, { caller, origin }, change);
  });
  return answered(data);
}

interface Refunding {
  readonly pullPayment: PullPayment & { readonly invoiceId: string };
  /** The assets that may be sent; null for any. */
  readonly among: readonly Asset[] | null;
}

async function refund(instance: Instance, { caller, origin }: DialectCall, { pullPayment, among }: Refunding) {
  const { invoiceId } = pullPayment;
  const asked = refundAskedFor(pullPayment, { invoiceId, named: among === null ? {} : { among }, recipient: null });
  const wanted = await checkRefund(instance, asked, { caller, origin });
  const made = await instance.db.atomically(async (trx) => {
    await insertPullPayment(trx, pullPayment);
    return makeRefund(trx, instance, wanted);
  });
  return answered(pullPaymentData(instance, pullPayment, made.refund));
}

const usualName = 'Refund';

function readPullPayment(instance: Instance, call: DialectCall) {
  const body = objectIn(call);
  refuseUnsupported(body, instance.clock.now());
  const { name, description } = readName(body);
  const currency = currencyOf((textAt(body, 'currency') ?? '').trim().toUpperCase());
  if (currency === null)
    throw fieldProblem('currency', 'unknown_currency', 'It must be the currency of the order, such as USD.');
  const given = writtenDecimal(call.text, ['amount']) ?? '';
  const amount = parseUnits(withoutSpareZeros(given.trim(), currency.decimals), currency.decimals);
  if (typeof amount !== 'bigint' || amount <= 0n)
    throw fieldProblem('amount', 'invalid_amount', `Must be above 0, with at most ${currency.decimals} decimals.`);
  const among = readPayoutMethods(instance, body);
  return { name: name ?? usualName, description, currency: currency.code, amount, among };
}

/** A refund has no periods and does not expire. Throws a Problem that names the field. */
function refuseUnsupported(body: ShopObject, now: Date): void {
  for (const field of ['period', 'expiresAt'] as const)
    if ((body[field] ?? null) !== null)
      throw fieldProblem(field, 'not_supported', `A pull payment here is one refund, without ${field}.`);
  const startsAt = body.startsAt ?? null;
  if (startsAt !== null && !(typeof startsAt === 'number' && startsAt * 1000 <= now.getTime()))
    throw fieldProblem('startsAt', 'not_supported', 'A pull payment here starts at once.');
}
