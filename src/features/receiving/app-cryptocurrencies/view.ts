// Renders accepted cryptocurrencies for the API.

import { formatUnits } from '../../../core/money/decimal.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { CryptocurrencyView, cryptocurrencyView, NetworkView, networkView } from '../../known/catalog/view.ts';
import type { OfferTerms } from '../addresses/offers/offer-terms.ts';
import { unconfirmedRisk } from './acceptance-terms.ts';
import type { AppCryptocurrency } from './store.ts';

const unconfirmedText = [
  "To the merchant only; null: off. The greatest invoice total, in the invoice's currency, for which unconfirmed",
  'payments are accepted: the invoice has `accepted_at`, and is paid when it is confirmed. Only UTXO networks show',
  'unconfirmed payments. `warning` explains the risk.',
].join(' ');

export const AppCryptocurrencyView = Type.Object({
  id: uuid,
  app_id: uuid,
  cryptocurrency: CryptocurrencyView,
  network: NetworkView,
  contract: nullable(Type.String()),
  confirmations: Type.Integer({ description: 'The required number, never below that of the network.' }),
  min: Type.String({ description: 'The least amount of the coin that a wallet can send there.' }),
  min_total: nullable(Type.String({ description: "Least invoice total, in the invoice's currency." })),
  max_total: nullable(Type.String({ description: "Greatest invoice total, in the invoice's currency." })),
  available: Type.Boolean({
    description: [
      'Whether customers can pay with it now: the network answers, the token is not stopped, and its issuer has not',
      'blocked every address of the app.',
    ].join(' '),
  }),
  accept_unconfirmed_up_to: Type.Optional(nullable(Type.String({ description: unconfirmedText }))),
  warning: Type.Optional(
    nullable(Type.String({ description: 'To the merchant only: the risk of the terms, in a sentence.' })),
  ),
  created_at: time,
  updated_at: time,
});

/** The merchant's view. Only the merchant may see the limit for unconfirmed payments. */
export function ownAppCryptocurrencyView(...[instance, one, terms]: Parameters<typeof appCryptocurrencyView>) {
  return {
    ...appCryptocurrencyView(instance, one, terms),
    accept_unconfirmed_up_to: one.acceptUnconfirmedUpTo,
    warning: one.acceptUnconfirmedUpTo === null ? null : unconfirmedRisk,
  };
}

/** The view for a checkout. */
export function appCryptocurrencyView(
  instance: Pick<Instance, 'catalog' | 'rates' | 'clock'>,
  one: AppCryptocurrency,
  terms: OfferTerms,
) {
  const asset = instance.catalog.assetById(one.assetId);
  if (asset === null) throw new Error(`asset ${one.assetId} is not in the catalog`);
  return {
    id: one.id,
    app_id: one.appId,
    cryptocurrency: cryptocurrencyView(asset.cryptocurrency, instance.rates, instance.clock.now()),
    network: networkView(asset.network),
    contract: asset.contract === '' ? null : asset.contract,
    confirmations: Math.max(asset.network.confirmations, one.confirmations ?? 0),
    min: formatUnits(terms.leastOf(asset), asset.decimals),
    min_total: one.minTotal,
    max_total: one.maxTotal,
    available: asset.network.available && asset.stopped === null && !terms.isBlocked(asset),
    created_at: one.createdAt.toISOString(),
    updated_at: one.updatedAt.toISOString(),
  };
}

/** Returns the terms for the audit log: the ones that a person chose, without rates. */
export function acceptanceTerms(instance: Pick<Instance, 'catalog'>, one: AppCryptocurrency) {
  const asset = instance.catalog.assetById(one.assetId);
  return {
    cryptocurrency: asset?.cryptocurrency.symbol ?? null,
    network: asset?.network.symbol ?? null,
    confirmations: one.confirmations,
    min_total: one.minTotal,
    max_total: one.maxTotal,
    accept_unconfirmed_up_to: one.acceptUnconfirmedUpTo,
  };
}
