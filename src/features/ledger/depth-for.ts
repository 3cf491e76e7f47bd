// How deep a payment of an invoice must be: what the app's tiers and the network ask, told in whatever currency they are written.
import type { AppSettings } from '../../core/app-settings.ts';
import { currencyOf } from '../../core/money/currency.ts';
import { amountForValue, valueAtRate } from '../../core/money/rate.ts';
import { type RequiredDepth, requiredDepth, type Worth } from '../../core/payment/required-depth.ts';
import type { Asset } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import type { Invoice } from './invoice-store.ts';

/** `asked`: the confirmations that the app asks for with this coin, if any. Some networks ask for a final block themselves. */
export function depthFor(
  instance: Pick<Instance, 'rates'>,
  invoice: Pick<Invoice, 'total' | 'currency'>,
  asset: Asset,
  settings: AppSettings,
  asked: number | null,
  now: Date,
): RequiredDepth {
  const tiers = settings.confirmationsByValue;
  const worth = new Map<string, Worth>();
  for (const currency of new Set(tiers.map((tier) => tier.currency))) {
    const value = worthIn(instance, invoice, asset, settings, currency, now);
    if (value !== null) worth.set(currency, value);
  }
  const { confirmations, finality } = asset.network;
  const depth = requiredDepth(confirmations, asked, tiers, worth);
  const always = finality !== null && 'tag' in finality && finality.always === true;
  return always ? { ...depth, mustBeFinal: true } : depth;
}

/** Between two fiat currencies the coin itself is the bridge: what the total buys of it, and what that is worth. */
function worthIn(
  instance: Pick<Instance, 'rates'>,
  invoice: Pick<Invoice, 'total' | 'currency'>,
  asset: Asset,
  { stablecoins }: AppSettings,
  code: string,
  now: Date,
): Worth | null {
  const [own, other] = [currencyOf(invoice.currency), currencyOf(code)];
  if (own === null || other === null) return null;
  if (own.code === other.code) return { minor: invoice.total, decimals: own.decimals };
  const here = instance.rates.rateFor(asset.cryptocurrency, own.code, stablecoins, now);
  const there = instance.rates.rateFor(asset.cryptocurrency, other.code, stablecoins, now);
  if (here === null || there === null) return null;
  const amount = amountForValue(invoice.total, own.decimals, here.rate, asset.decimals);
  return { minor: valueAtRate(amount, asset.decimals, there.rate, other.decimals), decimals: other.decimals };
}
