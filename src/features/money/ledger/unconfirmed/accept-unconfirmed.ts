// Accepts invoices with unconfirmed payments, or takes the acceptance back, after any change in a commit.
import { type Exposure, refusesUnconfirmed } from '../../../../core/app-settings.ts';
import { compareWithBound, currencyOf } from '../../../../core/money/currency.ts';
import { acceptedSince, mayBeAccepted } from '../../../../core/payment/invoice.ts';
import { factsOf } from '../../../../io/chains/codecs.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { worthIn } from '../depth-for.ts';
import type { Invoice } from '../invoice-store.ts';
import type { Transaction } from '../transaction-store.ts';
import {
  listOffers,
  listUnconfirmedParts,
  lockAccepted,
  type Offer,
  recordAcceptances,
  type UnconfirmedAcceptance,
} from './unconfirmed-store.ts';

interface Acceptor {
  readonly instance: Pick<Instance, 'catalog' | 'rates'>;
  readonly now: Date;
}

/**
 * Returns the locked invoices with a new acceptedAt, without writing them. `attempts` are the attempts that the commit
 * changed and wrote. New payments are judged by the current terms, earlier ones by the terms at the time they were
 * seen.
 */
export async function acceptUnconfirmed(
  trx: Queryable,
  acceptor: Acceptor,
  invoices: readonly Invoice[],
  attempts: readonly Transaction[],
): Promise<Invoice[]> {
  const { instance, now } = acceptor;
  const seen = attempts.filter((one) => one.status === 'processing' && one.received !== null);
  const early = seen.filter(({ networkId }) => {
    const network = instance.catalog.networkById(networkId);
    return network !== null && factsOf(network.family).showsMempool;
  });
  await recordTerms(trx, acceptor, invoices, early);
  // Without a followed network that shows its mempool, no invoice can be newly accepted, so the query is skipped.
  const mayBegin = instance.catalog.networks.some((one) => one.followable && factsOf(one.family).showsMempool);
  const asked = invoices.filter((one) => mayBeAccepted(one) && (mayBegin || one.acceptedAt !== null));
  const parts = await listUnconfirmedParts(
    trx,
    asked.map((one) => one.id),
    now,
  );
  return invoices.flatMap((invoice) => {
    const acceptedAt = acceptedSince(invoice, invoice.acceptedAt, parts.get(invoice.id) ?? [], now);
    return acceptedAt === invoice.acceptedAt ? [] : [{ ...invoice, acceptedAt }];
  });
}

/** Records which of these payments the terms accept unconfirmed, given the total of the invoice. */
async function recordTerms(
  trx: Queryable,
  { instance, now }: Acceptor,
  invoices: readonly Invoice[],
  seen: readonly Transaction[],
): Promise<void> {
  const offers = await listOffers(trx, seen);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const taken: UnconfirmedAcceptance[] = [];
  for (const offer of offers) {
    const attempt = seen.find((one) => one.id === offer.transactionId);
    const invoice = byId.get(attempt?.invoiceId ?? '');
    if (attempt === undefined || invoice === undefined || attempt.hash === null) continue;
    if (compareWithBound(invoice.total, currencyOf(invoice.currency)?.decimals ?? 2, offer.upTo) > 0) continue;
    const row = { transactionId: attempt.id, txHash: attempt.hash, appId: attempt.appId, upTo: offer.upTo };
    if (attempt.block !== null) {
      taken.push({ ...row, value: 0n, countsFrom: now });
      continue;
    }
    const { unconfirmedPayments: terms } = offer.settings;
    const exposure = await exposureOf(trx, { instance, now }, { offer, attempt, invoice, taken });
    if (refusesUnconfirmed(terms, offer.standing, exposure) !== null) continue;
    const countsFrom = new Date(now.getTime() + terms.quietSeconds * 1000);
    taken.push({ ...row, value: attempt.pending, countsFrom });
  }
  await recordAcceptances(trx, taken, now);
}

interface Considered {
  readonly offer: Offer;
  readonly attempt: Transaction;
  readonly invoice: Invoice;
  /** Acceptances that this commit has made already. */
  readonly taken: readonly UnconfirmedAcceptance[];
}

const hourMillis = 3_600_000;

/**
 * Calculates the exposure in the currency of the app's limit. Returns null if there is no limit or if a needed rate is
 * unknown.
 */
async function exposureOf(
  trx: Queryable,
  { instance, now }: Acceptor,
  { offer: { settings }, attempt, invoice, taken }: Considered,
): Promise<Exposure | null> {
  const most = settings.unconfirmedPayments.hourlyMax;
  const asset = instance.catalog.assetById(attempt.assetId);
  const decimals = currencyOf(most?.currency ?? '')?.decimals;
  if (most === null || asset === null || decimals === undefined) return null;
  const sums = new Map(await lockAccepted(trx, attempt.appId, new Date(now.getTime() - hourMillis)));
  const beside = taken.filter((one) => one.appId === attempt.appId).reduce((sum, one) => sum + one.value, 0n);
  sums.set(invoice.currency, (sums.get(invoice.currency) ?? 0n) + beside);
  const inBound = (total: bigint, currency: string) =>
    worthIn({ rates: instance.rates, now }, { invoice: { total, currency }, asset, settings }, most.currency)?.minor ??
    null;
  const value = inBound(attempt.pending, invoice.currency);
  let accepted = 0n;
  for (const [currency, sum] of sums) {
    const worth = sum === 0n ? 0n : inBound(sum, currency);
    if (worth === null) return null;
    accepted += worth;
  }
  return value === null ? null : { value, accepted, decimals };
}
