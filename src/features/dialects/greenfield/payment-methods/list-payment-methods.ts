// GET …/invoices/{invoiceId}/payment-methods and POST …/activate: an address and an amount for each coin.
import { isPayable } from '../../../../core/payment/invoice.ts';
import { Problem } from '../../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { listAccepted } from '../../../money/invoices/offer-store.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { listWorthShowing } from '../../../money/ledger/transaction-store.ts';
import type { AttemptMaker } from '../../../money/transactions/make-attempt.ts';
import { offerAttempt, offerAttemptOrNull } from '../../shop-orders/offer-attempt.ts';
import { answered } from '../greenfield-wire.ts';
import { checkoutOf } from '../invoices/metadata.ts';
import { storeInvoice } from '../invoices/own-invoice.ts';
import { appOf } from '../stores/store-of-call.ts';
import { assetOfPaymentMethod } from './payment-method-id.ts';
import { paymentMethodView, type ShownAttempt } from './payment-method-view.ts';

/** An invoice can have ten open attempts. The rest is left to the customer at the checkout. */
const mostActivated = 5;

/**
 * As in BTCPay Server, coins get an address and an amount unless the shop asked for `lazyPaymentMethods`. A coin gets
 * them when they are first read, so an invoice that is not read here uses no address. Later quotes are made on request.
 */
export async function listPaymentMethods(
  instance: Instance,
  makeAttempt: AttemptMaker,
  call: DialectCall,
): Promise<DialectAnswer> {
  const { invoice, shop } = await storeInvoice(instance, call);
  const [{ assets, attempts: before }, app] = await Promise.all([offersOf(instance, invoice), appOf(instance, call)]);
  const isWanted = isPayable(invoice) && checkoutOf(shop).lazyPaymentMethods !== true;
  const isUnpaid =
    (id: string) =>
    ({ transaction: one }: ShownAttempt) =>
      one.assetId === id && one.hash === null;
  const missing = assets.filter(({ id }) => !before.some(isUnpaid(id)));
  const activated = isWanted ? missing.slice(0, Math.max(mostActivated - before.length, 0)) : [];
  for (const asset of activated) await offerAttemptOrNull(instance, makeAttempt, { invoiceId: invoice.id, asset });
  const attempts = activated.length === 0 ? before : await attemptsOf(instance, invoice);
  return answered(assets.map((asset) => paymentMethodView(instance, { invoice, app, asset, attempts })));
}

/** Throws the Problems of making an attempt. */
export async function activatePaymentMethod(
  instance: Instance,
  makeAttempt: AttemptMaker,
  call: DialectCall,
): Promise<DialectAnswer> {
  const { invoice } = await storeInvoice(instance, call);
  const { method = '' } = call.params;
  const { assets } = await offersOf(instance, invoice);
  const asset = assetOfPaymentMethod(instance.catalog, method, assets);
  if (asset === null) throw new Problem('not_found', { detail: 'The store does not accept this payment method.' });
  await offerAttempt(instance, makeAttempt, { invoiceId: invoice.id, asset });
  return answered({});
}

interface Offers {
  /** The coins that the store accepts, and the coins of existing attempts. */
  readonly assets: readonly Asset[];
  readonly attempts: readonly ShownAttempt[];
}

async function offersOf(instance: Instance, invoice: Invoice): Promise<Offers> {
  const { db, catalog, clock } = instance;
  const [accepted, attempts] = await Promise.all([
    listAccepted(db, invoice.appId, clock.now()),
    attemptsOf(instance, invoice),
  ]);
  const paid = attempts.map(({ transaction }) => transaction);
  const ids = new Set([...accepted, ...paid].map(({ assetId }) => assetId));
  return { assets: [...ids].flatMap((id) => catalog.assetById(id) ?? []), attempts };
}

const mostAttempts = { withMoney: 100, without: 100 };

function attemptsOf({ db }: Pick<Instance, 'db'>, { id }: Invoice): Promise<ShownAttempt[]> {
  return listWorthShowing(db, id, mostAttempts);
}
