// Makes the quote of an attempt: rate, receiving address, and an amount that no other open quote on that address has.
import { compareWithBound, currencyOf } from '../../core/money/currency.ts';
import { distinctionRoom, distinctionStep, type QuoteInput, quoteAmount } from '../../core/money/quote.ts';
import { remainingOf } from '../../core/payment/invoice.ts';
import { beginning } from '../../core/payment/transaction.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import { codecOf } from '../../io/chains/codecs.ts';
import type { Asset } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import type { Transaction } from '../ledger/transaction-store.ts';
import { type AttemptContext, type ReceivingWallet, takeDerivationIndex } from './attempt-store.ts';
import type { AttemptWish } from './attempt-wish.ts';
import { depthFor } from './depth-for.ts';

interface Circumstances {
  readonly now: Date;
  /** Attempts at making this quote before this one. */
  readonly tries: number;
  /** The new child that an earlier try took, so that a retry burns no second one. */
  readonly taken: bigint | null;
}

export interface Quote {
  readonly transaction: Transaction;
  readonly walletId: string;
  /** A child of the extended public key that only this quote was ever made with. */
  readonly taken: bigint | null;
}

/** Throws Problem where the app does not take the asset, has no address for it, or no fresh rate exists. */
export async function quoteFor(
  instance: Instance,
  wish: AttemptWish,
  context: AttemptContext,
  circumstances: Circumstances,
): Promise<Quote> {
  const { invoice, settings, acceptance, wallet } = context;
  const { asset } = wish;
  const minorDecimals = currencyOf(invoice.currency)?.decimals ?? 2;
  if (acceptance === null)
    throw fieldProblem('cryptocurrency', 'not_accepted', `The app does not accept ${named(asset)}.`);
  checkBounds(invoice.total, minorDecimals, acceptance.minTotal, acceptance.maxTotal);
  if (wallet === null)
    throw fieldProblem('network', 'no_address', `The app has no address on ${asset.network.symbol}.`);
  const rated = instance.rates.rateFor(asset.cryptocurrency, invoice.currency, settings.stablecoins, circumstances.now);
  if (rated === null) throw new Problem('rate_unavailable', { headers: { 'retry-after': '30' } });
  const due = remainingOf(invoice);
  const { taken, ...place } = await receivingPlace(instance, asset, wallet, context, circumstances.taken);
  const input = { due, minorDecimals, rate: rated.rate, assetDecimals: asset.decimals };
  const amount =
    place.derivationIndex === null
      ? distinctAmount(instance, input, place.recipient, asset, circumstances)
      : quoteAmount(input);
  if (amount >= 10n ** 77n)
    throw fieldProblem('cryptocurrency', 'out_of_range', 'The amount would be too large to send.');
  const depth = depthFor(instance, invoice, asset, settings, acceptance.confirmations, circumstances.now);
  const expireAt = new Date(circumstances.now.getTime() + settings.quoteWindowSeconds * 1000);
  const transaction: Transaction = {
    id: instance.newId(),
    invoiceId: invoice.id,
    appId: invoice.appId,
    networkId: asset.network.id,
    assetId: asset.id,
    sender: wish.sender,
    ...place,
    rate: rated.rate,
    rateEvidence: rated.evidence,
    amount,
    quoted: due,
    ...beginning,
    matchedBy: null,
    requiredConfirmations: depth.confirmations,
    mustBeFinal: depth.mustBeFinal,
    expireAt,
    deadline: new Date(expireAt.getTime() + context.clockLeadMs),
    createdAt: circumstances.now,
    updatedAt: circumstances.now,
  };
  return { transaction, walletId: wallet.id, taken };
}

async function receivingPlace(
  instance: Instance,
  asset: Asset,
  wallet: ReceivingWallet,
  context: AttemptContext,
  taken: bigint | null,
): Promise<{ recipient: string; derivationIndex: bigint | null; taken: bigint | null }> {
  if (context.earlier !== null)
    return { recipient: context.earlier.recipient, derivationIndex: context.earlier.derivationIndex, taken };
  if (wallet.kind === 'address') {
    // Only where the app has no other: those that are not blocked come first.
    if (asset.blockedAddresses.has(wallet.value))
      throw fieldProblem('cryptocurrency', 'blocked', `The issuer of ${named(asset)} has blocked the app's address.`);
    return { recipient: wallet.value, derivationIndex: null, taken };
  }
  const wish = {
    ...{ walletId: wallet.id, appId: context.invoice.appId, invoiceId: context.invoice.id },
    ...{ networkId: asset.network.id, mostUnpaid: context.settings.unpaidAddressesMax },
  };
  const child = taken === null ? await takeDerivationIndex(instance.db, wish) : { index: taken, isNew: true };
  if (child === null) throw new Problem('addresses_exhausted', { headers: { 'retry-after': '60' } });
  return {
    recipient: codecOf(asset.network.family).deriveAddress(wallet.value, child.index, asset.network.facts),
    derivationIndex: child.index,
    taken: child.isNew ? child.index : null,
  };
}

/**
 * On a shared address: the plain amount where this process has not quoted it lately, else one raised at random by at most
 * 0.01 of the currency. The database has the last word on uniqueness.
 */
function distinctAmount(
  instance: Instance,
  input: QuoteInput,
  recipient: string,
  asset: Asset,
  { now, tries }: Circumstances,
): bigint {
  const amount = quoteAmount(input);
  const key = `${recipient} ${asset.id} ${amount}`;
  const wasQuoted = recentlyQuoted(key, now.getTime());
  if (tries === 0 && !wasQuoted) return amount;
  const room = distinctionRoom(input);
  const step = distinctionStep(room, tries);
  const steps = room / step;
  if (steps === 0n) throw new Problem('amounts_exhausted');
  return amount + step * (1n + BigInt(Math.floor(instance.random() * Number(steps))));
}

const recentQuotes = new Map<string, number>();
const recentMillis = 900_000;
/** What a quarter of an hour of a busy shop comes to: an amount that is forgotten costs its customer a second try. */
const recentLimit = 100_000;

/** Whether this amount was quoted here within the last quarter of an hour; from now on it was. A guess, to save a round trip. */
function recentlyQuoted(key: string, now: number): boolean {
  const last = recentQuotes.get(key);
  recentQuotes.delete(key);
  recentQuotes.set(key, now);
  if (recentQuotes.size > recentLimit) recentQuotes.delete(recentQuotes.keys().next().value as string);
  return last !== undefined && now - last < recentMillis;
}

function checkBounds(total: bigint, minorDecimals: number, least: string | null, most: string | null): void {
  const below = least !== null && compareWithBound(total, minorDecimals, least) < 0;
  const above = most !== null && compareWithBound(total, minorDecimals, most) > 0;
  if (below || above) {
    throw fieldProblem('cryptocurrency', 'not_accepted', 'The app accepts this coin only for other invoice totals.');
  }
}

function named(asset: Asset): string {
  return `${asset.cryptocurrency.symbol} on ${asset.network.symbol}`;
}
