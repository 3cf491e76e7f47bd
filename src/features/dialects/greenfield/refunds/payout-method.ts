// The coin and the network of a refund, as Greenfield names them.
import { fieldProblem } from '../../../../core/problem.ts';
import type { NamedAsset } from '../../../evidence/refunds/acts/new-refund/choose-asset.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import type { ShopObject } from '../../shop-invoices/shop-json.ts';
import { assetOfPaymentMethod } from '../payment-methods/payment-method-id.ts';

/** Names the coin of the largest payment. */
export const ofLargestPayment: NamedAsset = {};

/** Throws Problem that names the field for an unknown method. */
export function readPayoutMethod(instance: Pick<Instance, 'catalog'>, body: ShopObject): NamedAsset {
  // `paymentMethod` is the name before BTCPay Server 2.0.
  const field = ['payoutMethodId', 'paymentMethod'].find((name) => (body[name] ?? null) !== null);
  if (field === undefined) return ofLargestPayment;
  const given = body[field];
  const asset = typeof given === 'string' ? assetNamed(instance, given) : null;
  if (asset === null) throw fieldProblem(field, 'unknown_payment_method', 'There is no such payment method.');
  return named(asset);
}

/** The assets that a pull payment may be sent in; null for any. Throws Problem if it names none that is known. */
export function readPayoutMethods(instance: Pick<Instance, 'catalog'>, body: ShopObject): readonly Asset[] | null {
  const field = ['payoutMethods', 'paymentMethods'].find((name) => (body[name] ?? null) !== null);
  const given = field === undefined ? [] : body[field];
  if (field === undefined || (Array.isArray(given) && given.length === 0)) return null;
  const texts = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
  const assets = texts.slice(0, mostMethods).flatMap((one) => assetNamed(instance, one) ?? []);
  if (assets.length > 0) return assets;
  throw fieldProblem(field, 'unknown_payment_method', 'It names no payment method of this store.');
}

const mostMethods = 100;

function assetNamed({ catalog }: Pick<Instance, 'catalog'>, text: string): Asset | null {
  return assetOfPaymentMethod(catalog, text, catalog.assets);
}

export function named({ cryptocurrency, network }: Asset): NamedAsset {
  return { cryptocurrency: cryptocurrency.symbol, network: network.symbol };
}
