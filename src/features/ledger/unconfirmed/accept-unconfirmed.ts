// Accepts invoices before what pays them is confirmed, or takes that back, whatever a commit changed of them.
import { compareWithBound, currencyOf } from '../../../core/money/currency.ts';
import { acceptedSince, mayBeAccepted } from '../../../core/payment/invoice.ts';
import { factsOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { Invoice } from '../invoice-store.ts';
import type { Transaction } from '../transaction-store.ts';
import { keepAcceptances, listCaps, listUnconfirmedParts } from './unconfirmed-store.ts';

/**
 * Those of these locked invoices whose acceptedAt changes, as they will be; nothing of them is written. `attempts` are those
 * that the commit changed, written already: what is seen of them now goes by the terms of now, what was seen before by those
 * of then.
 */
export async function acceptUnconfirmed(
  trx: Queryable,
  { instance, now }: { readonly instance: Pick<Instance, 'catalog'>; readonly now: Date },
  invoices: readonly Invoice[],
  attempts: readonly Transaction[],
): Promise<Invoice[]> {
  const seen = attempts.filter((one) => one.status === 'processing' && one.received !== null);
  const early = seen.filter(({ networkId }) => {
    const network = instance.catalog.networkById(networkId);
    return network !== null && factsOf(network.family).showsMempool;
  });
  await keepTerms(trx, invoices, early, now);
  // Where no network is followed that shows what waits nothing is accepted anew, and no commit pays for asking.
  const mayBegin = instance.catalog.networks.some((one) => one.followable && factsOf(one.family).showsMempool);
  const asked = invoices.filter((one) => mayBeAccepted(one) && (mayBegin || one.acceptedAt !== null));
  const parts = await listUnconfirmedParts(
    trx,
    asked.map((one) => one.id),
  );
  return invoices.flatMap((invoice) => {
    const acceptedAt = acceptedSince(invoice, invoice.acceptedAt, parts.get(invoice.id) ?? [], now);
    return acceptedAt === invoice.acceptedAt ? [] : [{ ...invoice, acceptedAt }];
  });
}

/** Keeps which of these payments the terms take unconfirmed, for an invoice of their total. */
async function keepTerms(
  trx: Queryable,
  invoices: readonly Invoice[],
  seen: readonly Transaction[],
  now: Date,
): Promise<void> {
  const caps = await listCaps(trx, seen);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const taken = seen.flatMap(({ id, hash, invoiceId, appId, assetId }) => {
    const invoice = byId.get(invoiceId);
    const cap = caps.find((one) => one.appId === appId && one.assetId === assetId)?.upTo;
    if (invoice === undefined || cap === undefined || hash === null) return [];
    const isAbove = compareWithBound(invoice.total, currencyOf(invoice.currency)?.decimals ?? 2, cap) > 0;
    return isAbove ? [] : [{ transactionId: id, txHash: hash, upTo: cap }];
  });
  await keepAcceptances(trx, taken, now);
}
