// Makes the transaction of an invoice for money that came without an open attempt, at the rate that the one rule gives
// it.
import { currencyOf } from '../../../../core/money/currency.ts';
import type { Rate, RateEvidence } from '../../../../core/money/rate.ts';
import { valueLate } from '../../../../core/payment/evidence/value-late.ts';
import { beginning } from '../../../../core/payment/transaction.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Instance } from '../../../instance.ts';
import { type App, findApp } from '../../../people/apps/store.ts';
import type { Books } from '../../ledger/books.ts';
import { depthFor } from '../../ledger/depth-for.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { Commit } from '../commit.ts';
import type { RecordedTransfer } from '../transfer-store.ts';

export interface LatePayment {
  /** The attempt that says which invoice it belongs to; null where only the merchant says so. */
  readonly basis: Transaction | null;
  readonly invoiceId: string;
  readonly transfer: RecordedTransfer;
  /** Of all of its transfers, in smallest units. */
  readonly amount: bigint;
  /** The app whose merchant assigned it; null where the evidence did. */
  readonly assignedIn: App | null;
}

/**
 * Null where it waits for the merchant, as the app wants it. Throws Problem rate_unavailable for what a merchant
 * assigns.
 */
export async function makeLate(
  { trx, instance, books }: Commit & { readonly books: Books },
  late: LatePayment,
): Promise<Transaction | null> {
  const { basis, transfer } = late;
  const invoice = books.invoice(late.invoiceId);
  const app = late.assignedIn ?? (await findApp(trx, invoice.appId));
  const asset = instance.catalog.assetById(transfer.assetId);
  if (app === null || asset === null) return null;
  const current = instance.rates.rateFor(asset.cryptocurrency, invoice.currency, app.settings.stablecoins, books.now);
  const isInTime = basis !== null && late.assignedIn === null && isPromised(books, basis, transfer);
  const money = {
    amount: late.amount,
    assetDecimals: asset.decimals,
    minorDecimals: currencyOf(invoice.currency)?.decimals ?? 2,
    lockedRate: basis?.rate ?? null,
    currentRate: current?.rate ?? null,
    partValue: basis === null ? null : books.quotes.valueOfMore(basis, late.amount),
    isPromised: isInTime,
    isAssigned: late.assignedIn !== null,
  };
  const value = valueLate(app.settings.latePayments, money, invoice);
  if (value.kind === 'rate_unavailable') throw new Problem('rate_unavailable', { headers: { 'retry-after': '30' } });
  if (value.kind === 'held') return null;
  const evidence = (value.kind === 'locked' ? basis?.rateEvidence : current?.evidence) as RateEvidence;
  // Only a payment at the quote's own rate is a part of the quote.
  const quoteId = value.kind === 'locked' && basis !== null ? books.divide(basis) : null;
  const isReturned = transfer.releasedFrom !== null || basis?.hash === transfer.txHash;
  const depth = depthFor(instance, { invoice, asset, settings: app.settings, asked: null }, books.now);
  return books.add({
    ...rowOf(instance, late, { rate: value.rate, evidence, now: books.now }),
    quoteId,
    reason: quoteId !== null && isInTime && !isReturned ? null : ('late' as const),
    invoiceId: invoice.id,
    appId: invoice.appId,
    requiredConfirmations: basis?.requiredConfirmations ?? depth.confirmations,
    mustBeFinal: basis?.mustBeFinal ?? depth.mustBeFinal,
  });
}

/** Processing, with nothing quoted; what came is yet to be seen on it. */
function rowOf(
  instance: Pick<Instance, 'newId' | 'catalog'>,
  { basis, transfer }: LatePayment,
  { rate, evidence, now }: { readonly rate: Rate; readonly evidence: RateEvidence; readonly now: Date },
) {
  const id = instance.newId();
  const networkId = instance.catalog.assetById(transfer.assetId)?.network.id ?? '';
  return {
    id,
    networkId,
    recipient: transfer.recipient,
    assetId: transfer.assetId,
    sender: transfer.sender ?? basis?.sender ?? null,
    isSenderDeclared: basis?.isSenderDeclared === true && basis.sender === transfer.sender,
    isLeased: false,
    derivationIndex: transfer.derivationIndex,
    rate,
    rateEvidence: evidence,
    amount: null,
    quoted: 0n,
    ...beginning,
    matchedBy: null,
    identifiedBy: null,
    expireAt: null,
    deadline: null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Whether the quote counts for this payment too: it was paid in time and then taken back by the chain, or it is another
 * part that was known before the quote ran out.
 */
function isPromised(books: Books, basis: Transaction, transfer: RecordedTransfer): boolean {
  const isTakenBack = basis.reason === 'reorged' || basis.reason === 'double_spent';
  if (isTakenBack && basis.hash === transfer.txHash) return true;
  const deadline = books.quotes.deadlineOf(basis);
  const hadIt = basis.reason === 'expired' && transfer.releasedFrom === basis.id;
  const isPaid = basis.status === 'success' || basis.status === 'processing';
  return (isPaid || isTakenBack || hadIt) && deadline !== null && transfer.knownAt <= deadline;
}
