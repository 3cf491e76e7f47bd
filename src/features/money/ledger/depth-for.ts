// Calculates the required depth of a payment from the tiers of the app and the rules of the network. Tiers can be in
// any currency.
import type { AppSettings } from '../../../core/app-settings.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { amountForValue, type Rate, valueAtRate } from '../../../core/money/rate.ts';
import { type RequiredDepth, requiredDepth, type Worth } from '../../../core/payment/required-depth.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import type { Invoice } from './invoice-store.ts';

/** The invoice, the asset that pays it and the settings of the app. */
export interface Payable {
  readonly invoice: Pick<Invoice, 'total' | 'currency'>;
  readonly asset: Asset;
  readonly settings: AppSettings;
}

/** `asked`: the confirmations that the app requires for this coin, if set. Some networks require a final block. */
export function depthFor(
  instance: Pick<Instance, 'rates'>,
  payable: Payable & { readonly asked: number | null },
  now: Date,
): RequiredDepth {
  const { asset, settings, asked } = payable;
  const tiers = settings.confirmationsByValue;
  const worth = new Map<string, Worth>();
  for (const currency of new Set(tiers.map((tier) => tier.currency))) {
    const value = worthIn({ rates: instance.rates, now }, payable, currency);
    if (value !== null) worth.set(currency, value);
  }
  const { confirmations: usual, confirmationsFloor: floor, finality } = asset.network;
  const depth = requiredDepth({ usual, floor }, asked, tiers, worth);
  const always = finality !== null && 'tag' in finality && finality.always === true;
  return always ? { ...depth, mustBeFinal: true } : depth;
}

/**
 * Returns the value of the total in another currency; null if no rate is known. Two fiat currencies are converted
 * through the coin: the amount of the coin that the total buys, and the value of that amount.
 */
export function worthIn(
  { rates, now }: Pick<Instance, 'rates'> & { readonly now: Date },
  { invoice, asset, settings }: Payable,
  code: string,
): Worth | null {
  const rateOf = (of: string): Rate | null =>
    rates.rateFor(asset.cryptocurrency, of, settings.stablecoins, now)?.rate ?? null;
  const [own, other] = [currencyOf(invoice.currency), currencyOf(code)];
  if (own === null || other === null) return null;
  if (own.code === other.code) return { minor: invoice.total, decimals: own.decimals };
  const [here, there] = [rateOf(own.code), rateOf(other.code)];
  if (here === null || there === null) return null;
  const amount = amountForValue(invoice.total, own.decimals, here, asset.decimals);
  return { minor: valueAtRate(amount, asset.decimals, there, other.decimals), decimals: other.decimals };
}
