// Orders of EPay: by the customer's browser (submit.php) and by the shop's server (mapi.php).
import type { DialectAnswer, DialectCall } from '../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../instance.ts';
import { checkoutUrl } from '../../money/ledger/invoice-view.ts';
import type { AttemptMaker } from '../../money/transactions/make-attempt.ts';
import { namedAsset } from '../shop-orders/named-asset.ts';
import { offerAttemptOrNull } from '../shop-orders/offer-attempt.ts';
import { type PlacedOrder, placeOrder } from '../shop-orders/place-order.ts';
import type { SigningDoor } from '../shop-orders/signing-door.ts';
import { answered, fieldsOf } from './epay-wire.ts';
import { readEpayOrder } from './order-fields.ts';

/** Sends the customer to the checkout. */
export async function orderPage(instance: Instance, door: SigningDoor, call: DialectCall): Promise<DialectAnswer> {
  const { invoice } = await placed(instance, door, call);
  return { status: 302, body: '', headers: { location: checkoutUrl(instance, invoice.id) } };
}

/** `qrcode`: the payment link of the coin that `type` names, otherwise the address of the checkout. */
export async function submitOrder(
  instance: Instance,
  makeAttempt: AttemptMaker,
  door: SigningDoor,
  call: DialectCall,
): Promise<DialectAnswer> {
  const { order, invoice } = await placed(instance, door, call);
  const payurl = checkoutUrl(instance, invoice.id);
  const asset = namedAsset(instance, order.details.type ?? '');
  const attempt =
    asset === null ? null : await offerAttemptOrNull(instance, makeAttempt, { invoiceId: invoice.id, asset });
  return answered({ trade_no: invoice.id, payurl, qrcode: attempt?.payment_uri ?? payurl });
}

function placed(instance: Instance, door: SigningDoor, call: DialectCall): Promise<PlacedOrder> {
  const order = readEpayOrder(instance, door.currency, fieldsOf(call));
  const successUrl = order.returnUrl === null ? null : `${instance.publicUrl}/epay/return/{invoice_id}`;
  return placeOrder(instance, { door, caller: call.caller, successUrl, ...order });
}
