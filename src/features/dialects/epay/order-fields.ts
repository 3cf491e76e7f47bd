// Reads the fields of an EPay order.
import { fieldProblem } from '../../../core/problem.ts';
import type { Instance } from '../../instance.ts';
import { type Fields, refuseAmbiguous } from '../shop-orders/field-signature.ts';
import { readOrderNumber } from '../shop-orders/order-number.ts';
import { readNotifyUrl, readReturnUrl } from '../shop-orders/order-urls.ts';
import { readShopMoney } from '../shop-orders/shop-money.ts';

export interface EpayOrder {
  readonly orderNo: string;
  /** As the shop sent it. */
  readonly money: string;
  /** The same amount, with no more decimals than the currency has. */
  readonly total: string;
  readonly name: string | null;
  readonly notifyUrl: string;
  readonly returnUrl: string | null;
  /** Fields that answers and notifications repeat. */
  readonly details: { readonly type: string; readonly name: string; readonly param: string };
}

const mostText = 500;

/** Throws Problem naming the first invalid field. */
export function readEpayOrder(instance: Pick<Instance, 'outbound'>, currency: string, fields: Fields): EpayOrder {
  refuseAmbiguous(fields, ['money', 'notify_url', 'out_trade_no', 'pid'], 'return_url');
  const { money = '', type = '', name = '', param = '' } = fields;
  const orderNo = readOrderNumber('out_trade_no', fields.out_trade_no ?? '');
  const total = readShopMoney('money', money, currency);
  for (const [field, value] of Object.entries({ type, name, param }))
    if (value.length > mostText)
      throw fieldProblem(field, 'invalid_length', `Must have at most ${mostText} characters.`);
  return {
    orderNo,
    money,
    total,
    name: name === '' ? null : name,
    notifyUrl: readNotifyUrl(instance, fields.notify_url ?? ''),
    returnUrl: readReturnUrl('return_url', fields.return_url ?? ''),
    details: { type, name, param },
  };
}
