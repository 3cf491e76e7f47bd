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
 * Returns the refund with a new quote for this destination. If the amount or the destination is new, the transfer is
 * looked for from now on; earlier ones stay watched. Throws Problem rate_unavailable, or names `fiat_value` if the
 * amount is below what can be sent. The books must hold the invoice.
 */
export async function quoteRefund(
  trx: Queryable,
  books: Books,
  refund: Refund,
  { asset, app, recipient }: QuoteTerms,
): Promise<Refund> {
  const { instance } = books;
  const now = books.timeOf(refund.appId);
  const { rate, evidence } = rateOf(instance, refund, { asset, app });
  const minorDecimals = currencyOf(refund.currency)?.decimals ?? 2;
  const amount = refundAmount(refund.value, minorDecimals, rate, asset.decimals);
  const least = leastSendable({ network: asset.network, asset, address: recipient });
  if (amount < least)
    throw fieldProblem(
      'fiat_value',
      'below_minimum',
      `It is worth less of ${asset.cryptocurrency.symbol} than can be sent on ${asset.network.name}.`,
    );
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

/** The locked rate was stored when the refund was made. */
function rateOf(
  instance: Pick<Instance, 'rates' | 'clock'>,
  { rateKind, rate, rateEvidence, currency }: Refund,
  { asset, app }: Pick<QuoteTerms, 'asset' | 'app'>,
): { readonly rate: Rate; readonly evidence: RateEvidence } {
  if (rateKind === 'locked' && rate !== null && rateEvidence !== null) return { rate, evidence: rateEvidence };
  const { stablecoins } = app.settings;
  const rated = instance.rates.rateFor(asset.cryptocurrency, currency, stablecoins, instance.clock.now());
  if (rated === null) throw new Problem('rate_unavailable', { headers: { 'retry-after': '30' } });
  return rated;
}
