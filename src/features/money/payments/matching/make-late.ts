// Makes a transaction for money that arrived without an open attempt. `valueLate` decides its rate.
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
  /** The attempt that links the payment to the invoice; null if only the merchant assigned it. */
  readonly basis: Transaction | null;
  readonly invoiceId: string;
  readonly transfer: RecordedTransfer;
  /** The sum of all its transfers, in smallest units. */
  readonly amount: bigint;
  /** The app of the merchant who assigned it; null if the evidence decided. */
  readonly assignedIn: App | null;
}

/**
 * Returns null if the settings of the app hold the payment for the merchant. Throws Problem rate_unavailable for an
 * assigned payment.
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
  // Only a payment at the rate of the quote becomes a part of the quote.
  const quoteId = value.kind === 'locked' && basis !== null ? books.divide(basis) : null;
  const isReturned = transfer.releasedFrom !== null || basis?.hash === transfer.txHash;
  const depth = depthFor(instance, { invoice, asset, settings: app.settings, asked: null }, books.now);
  return books.add({
    ...rowOf(instance, late, { rate: value.rate, evidence, now: books.timeOf(invoice.appId) }),
    quoteId,
    reason: quoteId !== null && isInTime && !isReturned ? null : ('late' as const),
    invoiceId: invoice.id,
    appId: invoice.appId,
    requiredConfirmations: basis?.requiredConfirmations ?? depth.confirmations,
    mustBeFinal: basis?.mustBeFinal ?? depth.mustBeFinal,
  });
}

/** The new row is processing, with no quoted amount. The payment is recorded on it later. */
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
 * Whether the quote also covers this payment: the chain took back a payment in time, or this is a further part that was
 * known before the quote expired.
 */
function isPromised(books: Books, basis: Transaction, transfer: RecordedTransfer): boolean {
  const isTakenBack = basis.reason === 'reorged' || basis.reason === 'double_spent';
  if (isTakenBack && basis.hash === transfer.txHash) return true;
  const deadline = books.quotes.deadlineOf(basis);
  const hadIt = basis.reason === 'expired' && transfer.releasedFrom === basis.id;
  const isPaid = basis.status === 'success' || basis.status === 'processing';
  return (
    (isPaid || isTakenBack || hadIt) && deadline !== null && books.timeOf(basis.appId, transfer.knownAt) <= deadline
  );
}
