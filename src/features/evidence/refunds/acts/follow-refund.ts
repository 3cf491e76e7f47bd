// Brings a refund, its invoice and their events up to date with the chain.
import { currencyOf } from '../../../../core/money/currency.ts';
import { formatRate } from '../../../../core/money/rate.ts';
import { refund as refundInvoice } from '../../../../core/payment/invoice.ts';
import {
  type RefundEvent,
  type RefundState,
  type RefundWatch,
  refundEvents,
  refundedValue,
  refundState,
} from '../../../../core/payment/outgoing/refund.ts';
import { simulatedBlock } from '../../../../core/payment/transfer.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { queueTasks } from '../../../known/schedule/task-store.ts';
import type { Books } from '../../../money/ledger/books.ts';
import type { RefundStep } from '../../../money/ledger/credit-store.ts';
import { type ExpectedReport, readReport } from '../../outgoing/expect-transfer.ts';
import { isAddressOf, listRefundsOf, type Refund, updateRefund, type WatchedSend } from '../refund-store.ts';
import { refundView } from '../view.ts';
import { insertDebit, type NewDebit, reverseDebit } from './debit-store.ts';
import { watchTaskKind } from './task-kinds.ts';

/** The refund, and the chain's report of the transfer that it has; null while none came. */
export interface FollowedRefund {
  readonly refund: Refund;
  readonly report: ExpectedReport | null;
}

/** Call it in books that hold the refund's invoice. Writes the refund and its events if the chain changed it. */
export async function followRefund(trx: Queryable, books: Books, refund: Refund): Promise<FollowedRefund> {
  const asset = assetOf(books.instance, refund);
  const reports = await reportsOf(trx, books, refund);
  const facts = { hasAddress: refund.recipient !== null, isCanceled: refund.canceledAt !== null };
  const state = refundState({ ...facts, watchId: refund.watchId }, reports.map(watchOf));
  const report = reports.find(({ expected }) => expected.id === state.watchId) ?? null;
  const hash = report?.transfer?.txHash ?? null;
  const events = refundEvents(refund, { ...state, hash });
  const isMoved = events.length > 0 || refund.block !== (report?.transfer?.block ?? null);
  if (!isMoved) return { refund, report };
  const changed = await withState(trx, books, refund, { state, report, asset });
  await updateRefund(trx, changed);
  await recordDebit(trx, books, { before: refund, after: changed, events });
  for (const event of events) emitRefund(books, stepOf[event], { refund: changed, report });
  await settleInvoice(trx, books, changed, events);
  if (isOtherWatch(refund, changed)) await queueTasks(trx, watchTaskKind, [refund.id], books.now);
  return { refund: changed, report };
}

/** Whether other watches than before are to end. */
function isOtherWatch(before: Refund, after: Refund): boolean {
  const { status, watchId, amountDiffers } = before;
  return status !== after.status || watchId !== after.watchId || amountDiffers !== after.amountDiffers;
}

const stepOf: Readonly<Record<RefundEvent, RefundStep>> = {
  'refund.seen': 'seen',
  'refund.sent': 'sent',
  'refund.reversed': 'reversed',
};

/** Adds an event of the refund, and the step in the history of its invoice. */
export function emitRefund(books: Books, step: RefundStep, { refund, report }: FollowedRefund): void {
  const { id, assetId, amount, sentAmount, hash, reason } = refund;
  const value = String(step === 'sent' ? refund.refunded : refund.value);
  const [asked, sent] = [amount, sentAmount].map((one) => (one === null ? null : String(one)));
  const details = { refund_id: id, value, asset_id: assetId, amount: asked, sent, hash, reason };
  books.emitRefund(step, refund.invoiceId, { view: refundView(books.instance, refund, report), details });
}

/** Reads the refund's expected transfers. One that does not agree with the sealed refund is left out. */
async function reportsOf(trx: Queryable, books: Books, refund: Refund): Promise<ExpectedReport[]> {
  const own: ExpectedReport[] = [];
  for (const watch of refund.watches) {
    const report = await readReport(trx, watch.id);
    if (report === null) continue;
    if (agrees(report, watch, assetOf(books.instance, refund))) {
      own.push(report);
      continue;
    }
    const facts = { event: 'row.tampered', refund: refund.id, expected: watch.id };
    books.instance.log.error(facts, 'an expected transfer was changed directly in the database; it is not used');
  }
  return own;
}

/**
 * Whether the report has the destination, amount and asset of the watch. Its rows are not sealed. A simulated transfer
 * is in no block of a chain, so it counts on test networks only.
 */
export function agrees(
  { expected, transfer }: Reported,
  watch: Pick<WatchedSend, 'recipient' | 'amount'>,
  asset: { readonly id: string; readonly network: Pick<Asset['network'], 'test'> },
): boolean {
  if (transfer?.block === simulatedBlock && !asset.network.test) return false;
  const isTheirs = (one: { readonly recipient: string; readonly assetId: string }) =>
    one.recipient === watch.recipient && one.assetId === asset.id;
  return isTheirs(expected) && String(expected.amount) === watch.amount && (transfer === null || isTheirs(transfer));
}

interface Reported {
  readonly expected: Pick<ExpectedReport['expected'], 'recipient' | 'amount' | 'assetId'>;
  readonly transfer: Pick<NonNullable<ExpectedReport['transfer']>, 'recipient' | 'assetId' | 'block'> | null;
}

function watchOf({ expected, status, transfer }: ExpectedReport): RefundWatch {
  return { id: expected.id, status, sentAmount: transfer?.amount ?? null };
}

interface NewState {
  readonly state: RefundState;
  readonly report: ExpectedReport | null;
  readonly asset: Asset;
}

async function withState(
  trx: Queryable,
  books: Books,
  refund: Refund,
  { state, report, asset }: NewState,
): Promise<Refund> {
  const transfer = report?.transfer ?? null;
  const sender = transfer?.sender ?? null;
  const hash = transfer?.txHash ?? null;
  const { id: networkId } = asset.network;
  const isThere = state.status === 'seen' || state.status === 'sent';
  const now = books.timeOf(refund.appId);
  return {
    ...refund,
    ...state,
    ...(hash === refund.hash ? {} : rateAtSending(books, refund, hash === null ? null : asset)),
    hash,
    block: transfer?.block ?? null,
    sender,
    fromOwn: sender === null ? null : await isAddressOf(trx, refund.appId, { networkId, address: sender }),
    refunded: state.status === 'sent' ? valueSent(refund, state.sentAmount ?? 0n, asset) : 0n,
    // Kept after a reorg, as a warning against a second payment.
    seenAt: isThere && refund.watchId === null ? now : refund.seenAt,
    sentAt: state.status === 'sent' ? (refund.sentAt ?? now) : null,
    updatedAt: now,
  };
}

/** The market rate of now, even for a stablecoin that the shop takes at par; null if there is none. */
function rateAtSending(
  { instance, now }: Books,
  { currency }: Refund,
  asset: Asset | null,
): Pick<Refund, 'sendingRate' | 'sendingRateEvidence'> {
  const rated = asset === null ? null : instance.rates.rateFor(asset.cryptocurrency, currency, 'at_market', now);
  return { sendingRate: rated?.rate ?? null, sendingRateEvidence: rated?.evidence ?? null };
}

interface Followed {
  readonly before: Refund;
  readonly after: Refund;
  readonly events: readonly RefundEvent[];
}

/** Adds the debit of a refund that was sent, and reverses the one of a transfer that left the chain. */
async function recordDebit(trx: Queryable, books: Books, { before, after, events }: Followed): Promise<void> {
  const { now, instance } = books;
  if (before.status === 'sent' && events.includes('refund.reversed')) await reverseDebit(trx, after.id, now);
  if (events.includes('refund.sent')) await insertDebit(trx, debitOf(after, { id: instance.newId(), createdAt: now }));
}

function debitOf(refund: Refund, made: Pick<NewDebit, 'id' | 'createdAt'>): NewDebit {
  const { id: refundId, invoiceId, appId, assetId, currency, sentAmount: amount, refunded: value } = refund;
  const { rate, rateEvidence, sendingRate, sendingRateEvidence, watches, watchId, sender, hash, block } = refund;
  const recipient = watches.find(({ id }) => id === watchId)?.recipient;
  const isWhole = amount !== null && hash !== null && block !== null && rate !== null && rateEvidence !== null;
  if (!isWhole || recipient === undefined) throw new Error(`refund ${refundId} was sent without a quote or a transfer`);
  return {
    ...made,
    ...{ refundId, invoiceId, appId, assetId, currency, amount, value, sender, recipient, hash, block },
    rate: formatRate(rate),
    rateEvidence,
    sendingRate: sendingRate === null ? null : formatRate(sendingRate),
    sendingRateEvidence,
  };
}

/** The value (minor units) of this sent amount. */
export function valueSent({ watches, value, rate, currency }: Refund, sent: bigint, asset: Asset): bigint {
  if (rate === null) return value;
  const decimals = { asset: asset.decimals, minor: currencyOf(currency)?.decimals ?? 2 };
  return refundedValue(sent, { amounts: watches.map(({ amount }) => BigInt(amount)), value, rate }, decimals);
}

/** Updates the sum that the invoice gave back. */
async function settleInvoice(
  trx: Queryable,
  books: Books,
  { id, invoiceId }: Refund,
  events: readonly RefundEvent[],
): Promise<void> {
  if (!events.includes('refund.sent') && !events.includes('refund.reversed')) return;
  const all = await listRefundsOf(trx, invoiceId);
  if (!all.some((one) => one.id === id)) throw new Error(`refund ${id} is not among the refunds of its invoice`);
  const refunded = all.reduce((sum, one) => sum + one.refunded, 0n);
  books.moveInvoice(invoiceId, (invoice) => refundInvoice(invoice, refunded));
}

/** Throws if the asset is not in the catalog, which keeps all assets that rows name. */
export function assetOf({ catalog }: Pick<Instance, 'catalog'>, { assetId }: Pick<Refund, 'assetId'>): Asset {
  const asset = catalog.assetById(assetId);
  if (asset === null) throw new Error(`asset ${assetId} is not in the catalog`);
  return asset;
}
