// Reads and archives pull payments of a store.
import { Problem } from '../../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { archivePullPayment } from '../../../evidence/pull-payments/acts/archive-pull-payment.ts';
import { ownPullPayment } from '../../../evidence/pull-payments/own-pull-payment.ts';
import {
  findPullPayment,
  listStorePullPayments,
  type PullPayment,
} from '../../../evidence/pull-payments/pull-payment-store.ts';
import { findRefunds } from '../../../evidence/refunds/refund-store.ts';
import type { Instance } from '../../../instance.ts';
import { answered } from '../greenfield-wire.ts';
import { appOf, storeOf } from '../stores/store-of-call.ts';
import { pullPaymentData } from './pull-payment-data.ts';

/** Up to 500, newest first. */
export async function readPullPayments(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const app = await appOf(instance, call);
  const withArchived = call.query.includeArchived === 'true';
  const found = await listStorePullPayments(instance.db, app.id, { withArchived });
  const shown = await dataOf(instance, found);
  return answered(shown.filter(({ archived }) => withArchived || !archived));
}

/** Anyone who knows the id may read it, as in BTCPay Server. Throws Problem not_found. */
export async function readPullPayment(instance: Instance, { params }: DialectCall): Promise<DialectAnswer> {
  const { pullPayment: id = '' } = params;
  const found = isUuid(id) ? await findPullPayment(instance.db, id) : null;
  if (found === null) return notFound;
  const [data] = await dataOf(instance, [found]);
  return answered(data);
}

export async function deletePullPayment(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { appId } = storeOf(call);
  const { caller, origin, params } = call;
  await instance.db.atomically(async (trx) => {
    const { pullPayment } = await ownPullPayment(trx, params.pullPayment ?? '', {
      caller,
      now: instance.clock.now(),
    });
    if (pullPayment.appId !== appId) throw new Problem('not_found');
    await archivePullPayment(trx, instance, pullPayment, { caller, origin });
  });
  return answered({});
}

async function dataOf(instance: Instance, found: readonly PullPayment[]) {
  const refunds = await findRefunds(
    instance.db,
    found.map(({ id }) => id),
  );
  return found.map((one) => pullPaymentData(instance, one, refunds.get(one.id) ?? null));
}

/** Source: GreenfieldPullPaymentController of BTCPay Server. */
const notFound = { status: 404, body: { code: 'pullpayment-not-found', message: 'The pull payment was not found.' } };
