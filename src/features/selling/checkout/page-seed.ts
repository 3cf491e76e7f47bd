// Reads the initial data of the checkout page, so that it opens without waiting for the API.

import { embedOriginsOf } from '../../../core/app-settings.ts';
import { newest } from '../../../io/http/page.ts';
import type { Instance } from '../../instance.ts';
import { findInvoice } from '../../money/ledger/invoice-store.ts';
import { findApp } from '../../people/apps/store.ts';
import { publicAppView } from '../../people/apps/view.ts';
import { readOfferTerms } from '../../receiving/addresses/offers/offer-terms.ts';
import { type AppCryptocurrency, listAppCryptocurrencies } from '../../receiving/app-cryptocurrencies/store.ts';
import { appCryptocurrencyView } from '../../receiving/app-cryptocurrencies/view.ts';
import type { PageSeed } from './page.ts';
import { snapshotOf } from './snapshot.ts';

const mostOffers = 50;

/** Returns the snapshot of an invoice, its app and the accepted coins; null for an unknown invoice. */
export async function pageSeed(instance: Instance, invoiceId: string): Promise<PageSeed | null> {
  const db = instance.db.publicReads;
  const invoice = await findInvoice(db, invoiceId);
  const app = invoice === null ? null : await findApp(db, invoice.appId);
  if (invoice === null || app === null) return null;
  const snapshot = await snapshotOf(instance, invoice, app.settings);
  const accepted = await listAppCryptocurrencies(db, [app.id], newest(mostOffers));
  const assetIds = accepted.map(({ assetId }) => assetId);
  const terms = await readOfferTerms(instance, db, { appId: app.id, assetIds });
  const { language } = invoice.metadata;
  const isConfigured = ({ assetId }: AppCryptocurrency) =>
    instance.catalog.assetById(assetId)?.stopped !== 'not_configured';
  return {
    now: instance.clock.now().toISOString(),
    ...snapshot,
    app: publicAppView(app, instance.publicUrl),
    // Origins that may frame the page and then receive its messages.
    embed_origins: embedOriginsOf(app.settings, app.url),
    ...(language === undefined ? {} : { language }),
    offers: accepted.filter(isConfigured).map((one) => seededOffer(appCryptocurrencyView(instance, one, terms))),
    native_prices: nativePrices(instance, accepted, invoice.currency),
  };
}

/** Leaves out fields that the page never reads, because ids and times do not compress well. */
function seededOffer({
  app_id: _app,
  created_at: _created,
  updated_at: _updated,
  confirmations: _confirmations,
  ...offer
}: ReturnType<typeof appCryptocurrencyView>) {
  return offer;
}

/** Returns, by symbol, the prices of the native coins that pay the fees of the accepted assets. */
function nativePrices(
  { catalog, rates, clock }: Instance,
  accepted: readonly AppCryptocurrency[],
  currency: string,
): Record<string, number> {
  const networks = new Set(accepted.flatMap(({ assetId }) => catalog.assetById(assetId)?.network ?? []));
  const prices = [...networks].flatMap(({ nativeCoin }) => {
    const coin = nativeCoin === null ? null : catalog.cryptocurrencyBySymbol(nativeCoin);
    const price = coin === null ? undefined : rates.ratesOf(coin, clock.now())[currency];
    return coin === null || price === undefined ? [] : [[coin.symbol, price] as const];
  });
  return Object.fromEntries(prices);
}
