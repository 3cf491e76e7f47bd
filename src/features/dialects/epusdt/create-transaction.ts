// POST …/create-transaction of Epusdt: an order with an address and an amount of one coin.
import { fieldProblem } from '../../../core/problem.ts';
import type { DialectAnswer, DialectCall } from '../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { checkoutUrl } from '../../money/ledger/invoice-view.ts';
import type { AttemptMaker } from '../../money/transactions/make-attempt.ts';
import { type Fields, refuseAmbiguous } from '../shop-orders/field-signature.ts';
import { namedAsset, usualAsset } from '../shop-orders/named-asset.ts';
import { offerAttempt } from '../shop-orders/offer-attempt.ts';
import { readOrderNumber } from '../shop-orders/order-number.ts';
import { readNotifyUrl, readReturnUrl } from '../shop-orders/order-urls.ts';
import { placeOrder } from '../shop-orders/place-order.ts';
import { readShopMoney } from '../shop-orders/shop-money.ts';
import type { SigningDoor } from '../shop-orders/signing-door.ts';
import { answered } from './epusdt-wire.ts';
import { jsonAmount } from './json-amount.ts';

export async function createTransaction(
  instance: Instance,
  makeAttempt: AttemptMaker,
  door: SigningDoor,
  { body, caller }: DialectCall,
): Promise<DialectAnswer> {
  const fields = (body ?? {}) as Fields;
  refuseAmbiguous(fields, ['amount', 'notify_url', 'order_id'], 'redirect_url');
  const { amount = '' } = fields;
  const orderNo = readOrderNumber('order_id', fields.order_id ?? '');
  checkCurrency(door, fields);
  const total = readShopMoney('amount', amount, door.currency);
  const asset = await assetFor(instance, door, fields.trade_type ?? '');
  const returnUrl = readReturnUrl('redirect_url', fields.redirect_url ?? '');
  const { invoice, order } = await placeOrder(instance, {
    ...{ door, caller, orderNo, money: amount, total, name: null, returnUrl, successUrl: returnUrl },
    notifyUrl: readNotifyUrl(instance, fields.notify_url ?? ''),
    details: {},
  });
  const attempt = await offerAttempt(instance, makeAttempt, { invoiceId: invoice.id, asset });
  return answered({
    trade_id: invoice.id,
    order_id: orderNo,
    amount: jsonAmount(order.money),
    actual_amount: jsonAmount(attempt.amount ?? '0'),
    token: attempt.to,
    expiration_time: Math.floor((Date.parse(attempt.expire_at ?? '') || invoice.expiresAt.getTime()) / 1000),
    payment_url: checkoutUrl(instance, invoice.id),
  });
}

/** Clients of BEpusdt name a currency. In another one than the door's, the amount would mean something else. */
function checkCurrency({ currency }: SigningDoor, { fiat = '' }: Fields): void {
  if (fiat !== '' && fiat.toUpperCase() !== currency)
    throw fieldProblem('fiat', 'other_currency', `This door takes amounts in ${currency}.`);
}

async function assetFor(instance: Instance, { appId }: SigningDoor, type: string): Promise<Asset> {
  const asset = type === '' ? await usualAsset(instance, appId) : namedAsset(instance, type);
  if (asset !== null) return asset;
  const named = type === '' ? 'USDT is not accepted on any network, so it must' : 'Must';
  throw fieldProblem('trade_type', 'unknown', `${named} name an accepted coin and its network, such as usdt.trc20.`);
}
