// Computes the crypto amount of a refund, and registers the transfer that the merchant's wallet will send.
import { currencyOf } from '../../../../core/money/currency.ts';
import { parseUnits } from '../../../../core/money/decimal.ts';
import type { Rate, RateEvidence } from '../../../../core/money/rate.ts';
import { isPayable, refundAmount, refundQuoteMillis } from '../../../../core/payment/outgoing/refund.ts';
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { leastSendable } from '../../../known/catalog/least-sendable.ts';
import type { Books } from '../../../money/ledger/books.ts';
import type { App } from '../../../people/apps/store.ts';
import { expectTransfer } from '../../outgoing/expect-transfer.ts';
import type { Refund } from '../refund-store.ts';
import { refundTaskKind } from './task-kinds.ts';

export interface QuoteTerms {
  readonly asset: Asset;
  readonly app: App;
  /** Canonical. */
  readonly recipient: string;
}

/**
 * Returns the refund with a new quote for this destination. Throws Problem rate_unavailable, or names `fiat_value` if
 * the amount is below what can be sent. The books must hold the invoice.
 */
export async function quoteRefund(trx: Queryable, books: Books, refund: Refund, terms: QuoteTerms): Promise<Refund> {
  const quoted = await quoteIfSendable(trx, books, refund, terms);
  if (quoted === null) throw belowMinimum(terms.asset);
  return quoted;
}

/**
 * Throws Problem below_minimum if some kind of address on the network could not get the amount, because the customer
 * may name one. Without a current rate it passes.
 */
export function requireSendable(
  instance: Pick<Instance, 'rates' | 'clock'>,
  refund: Refund,
  { asset, app }: Pick<QuoteTerms, 'asset' | 'app'>,
): void {
  const rated = rateOf(instance, refund, { asset, app });
  if (rated !== null && !isSendable(amountOf(refund, rated.rate, asset), asset, null)) throw belowMinimum(asset);
}

function isSendable(amount: bigint, asset: Asset, address: string | null): boolean {
  return amount >= leastSendable({ network: asset.network, asset, address });
}

function amountOf({ value, currency }: Refund, rate: Rate, { decimals }: Asset): bigint {
  return refundAmount(value, currencyOf(currency)?.decimals ?? 2, rate, decimals);
}

function belowMinimum({ cryptocurrency, network }: Asset): Problem {
  const message = `It is worth less of ${cryptocurrency.symbol} than can be sent on ${network.name}.`;
  return fieldProblem('fiat_value', 'below_minimum', message);
}

/**
 * Like quoteRefund, but returns null if the amount is below what can be sent. If the amount or the destination is new,
 * the transfer is looked for from now on; earlier ones stay watched.
 */
export async function quoteIfSendable(
  trx: Queryable,
  books: Books,
  refund: Refund,
  { asset, app, recipient }: QuoteTerms,
): Promise<Refund | null> {
  const { instance } = books;
  const now = books.timeOf(refund.appId);
  const rated = rateOf(instance, refund, { asset, app });
  if (rated === null) throw new Problem('rate_unavailable', { headers: { 'retry-after': '30' } });
  const { rate, evidence } = rated;
  const minorDecimals = currencyOf(refund.currency)?.decimals ?? 2;
  const amount = amountOf(refund, rate, asset);
  if (!isSendable(amount, asset, recipient)) return null;
  const dust = parseUnits(instance.dustBelow, minorDecimals);
  const leastAmount = refundAmount(
    typeof dust === 'bigint' && dust > 0n ? dust : 1n,
    minorDecimals,
    rate,
    asset.decimals,
  );
  const last = refund.watches.at(-1);
  const isWatched = last !== undefined && last.recipient === recipient && last.amount === String(amount);
  const watches = isWatched
    ? refund.watches
    : [
        ...refund.watches,
        {
          id: await expectTransfer(trx, instance, {
            ...{ appId: refund.appId, asset, recipient, amount, leastAmount },
            taskKind: refundTaskKind,
          }),
          recipient,
          amount: String(amount),
        },
      ];
  return {
    ...refund,
    recipient,
    rate,
    rateEvidence: evidence,
    amount,
    watches,
    quotedUntil: new Date(now.getTime() + refundQuoteMillis),
    status: isPayable(refund) ? refund.status : 'ready',
    readyAt: refund.readyAt ?? now,
    updatedAt: now,
  };
}

/** The locked rate was stored when the refund was made. Null if no current rate is known. */
function rateOf(
  instance: Pick<Instance, 'rates' | 'clock'>,
  { rateKind, rate, rateEvidence, currency }: Refund,
  { asset, app }: Pick<QuoteTerms, 'asset' | 'app'>,
): { readonly rate: Rate; readonly evidence: RateEvidence } | null {
  if (rateKind === 'locked' && rate !== null && rateEvidence !== null) return { rate, evidence: rateEvidence };
  const { stablecoins } = app.settings;
  return instance.rates.rateFor(asset.cryptocurrency, currency, stablecoins, instance.clock.now());
}
