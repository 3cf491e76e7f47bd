// Reads the body of a refund. Source: RefundInvoiceRequest of BTCPay Server.
import type { Percentage, RateKind } from '../../../../core/payment/outgoing/refund.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import type { DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { NamedAsset } from '../../../evidence/refunds/acts/new-refund/choose-asset.ts';
import type { ValueWanted } from '../../../evidence/refunds/acts/new-refund/value-to-refund.ts';
import type { Instance } from '../../../instance.ts';
import type { Invoice } from '../../../money/ledger/invoice-store.ts';
import { objectIn, type ShopObject } from '../../shop-invoices/shop-json.ts';
import { writtenDecimal } from '../../shop-invoices/written-decimal.ts';
import { textAt } from '../greenfield-wire.ts';
import { readPayoutMethod } from './payout-method.ts';

const variants = ['RateThen', 'CurrentRate', 'Fiat', 'OverpaidAmount', 'Custom'] as const;
type Variant = (typeof variants)[number];

export interface RefundParams {
  readonly name: string | null;
  readonly description: string | null;
  readonly value: ValueWanted;
  readonly rateKind: RateKind;
  readonly named: NamedAsset;
}

/** Throws a Problem that names the field. */
export function readRefundParams(
  instance: Pick<Instance, 'catalog'>,
  call: Pick<DialectCall, 'body' | 'text'>,
  invoice: Pick<Invoice, 'currency'>,
): RefundParams {
  const body = objectIn(call);
  const variant = variants.find((one) => one === body.refundVariant);
  if (variant === undefined)
    throw fieldProblem('refundVariant', 'invalid_value', `refundVariant must be one of: ${variants.join(', ')}.`);
  return {
    ...readName(body),
    value: { ...chosenValue(variant, call, invoice), kept: keptOf(call.text) },
    rateKind: variant === 'RateThen' || variant === 'OverpaidAmount' ? 'locked' : 'current',
    named: readPayoutMethod(instance, body),
  };
}

const lengths = { name: 200, description: 1000 };

/** `name` and `description`, which any pull payment has. Throws a Problem that names the field. */
export function readName(body: ShopObject): Pick<RefundParams, 'name' | 'description'> {
  const read = (field: 'name' | 'description') => {
    const given = textAt(body, field);
    if (given !== null && given.length > lengths[field])
      throw fieldProblem(field, 'too_long', `Must have at most ${lengths[field]} characters.`);
    return given;
  };
  return { name: read('name'), description: read('description') };
}

function chosenValue(
  variant: Variant,
  { body, text }: Pick<DialectCall, 'body' | 'text'>,
  invoice: Pick<Invoice, 'currency'>,
) {
  const given = { amount: writtenDecimal(text, ['customAmount']), currency: objectIn({ body }).customCurrency ?? null };
  if (variant !== 'Custom') {
    if (given.amount !== null) throw onlyCustom('customAmount');
    if (given.currency !== null) throw onlyCustom('customCurrency');
    return variant === 'OverpaidAmount' ? { overpaid: true as const } : { whole: true as const };
  }
  if (given.amount === null) throw fieldProblem('customAmount', 'required', 'The amount must be above 0.');
  const { currency } = invoice;
  if (given.currency !== null && String(given.currency).toUpperCase() !== currency)
    throw fieldProblem('customCurrency', 'other_currency', `It must be the currency of the invoice, ${currency}.`);
  return { fiat_value: given.amount };
}

function onlyCustom(field: string) {
  return fieldProblem(field, 'not_allowed', `${field} is for the refundVariant Custom only.`);
}

const percentage = /^([0-9]{1,3})(?:\.([0-9]{1,20}))?$/;

function keptOf(text: string): Percentage | undefined {
  const given = writtenDecimal(text, ['subtractPercentage']);
  if (given === null) return undefined;
  const [, whole, fraction = ''] = percentage.exec(given) ?? [];
  const units = whole === undefined ? -1n : BigInt(`${whole}${fraction}`);
  if (units >= 0n && units <= 100n * 10n ** BigInt(fraction.length)) return { units, decimals: fraction.length };
  throw fieldProblem('subtractPercentage', 'invalid_value', 'Must be a decimal from 0 to 100.');
}
