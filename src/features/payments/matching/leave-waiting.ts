// What belongs to nobody, or is held, waits for the merchant: with what speaks for whom, and told of unless it is dust.
import { isWorthLess } from '../../../core/payment/evidence/dust.ts';
import type { HoldReason } from '../../../core/payment/evidence/judge.ts';
import { type Match, type UnmatchedReason, whatSpeaksFor } from '../../../core/payment/evidence/matching.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { notifyInvoicesOf } from '../../ledger/invoice-feed.ts';
import { newestCurrency } from '../../ledger/invoice-store.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { Decision, RecordedTransfer } from '../transfer-store.ts';
import type { DustRows } from '../unmatched/dust-rows.ts';
import { unmatchedPaymentView } from '../unmatched/view.ts';
import { findUnmatchedId, type NewUnmatched } from '../unmatched/waiting-store.ts';
import { listElsewhere } from './elsewhere-store.ts';
import { lateMillis } from './gather-evidence.ts';
import type { WeighedTransfer, Weighing } from './weigh.ts';

/** What is decided with, beside the evidence. */
export interface Deciding extends Weighing {
  readonly trx: Queryable;
  readonly instance: Instance;
  readonly networkId: string;
  readonly dust: DustRows;
  /** Transfers that wait for the merchant already. */
  readonly waiting: ReadonlySet<string>;
}

/** What became of one transfer. The books write whose it is; what is nobody's is to be written beside them. */
export interface Outcome extends Decision {
  readonly transactionId: string | null;
  readonly unmatched?: NewUnmatched;
}

/** It is held, whatever speaks for a transaction. */
export function leaveHeld(deciding: Deciding, part: WeighedTransfer, reason: HoldReason): Promise<Outcome> {
  return leave(deciding, part, reason, []);
}

/** No transaction takes it: nobody's, or the app's setting for late payments is to hold them. */
export async function leaveUnmatched(deciding: Deciding, part: WeighedTransfer, match: Match): Promise<Outcome> {
  const { trx, networkId, books } = deciding;
  const { transfer } = part;
  const reason = match.kind === 'unmatched' ? match.reason : 'held';
  const named = match.kind === 'unmatched' ? match.candidates : [match.kind === 'late' ? match.basis : match.id];
  const since = new Date(books.now.getTime() - lateMillis);
  const elsewhere = reason === 'unknown' ? await listElsewhere(trx, { networkId, transfer, since }) : [];
  if (elsewhere.length > 0) return leave(deciding, part, 'wrong_network', elsewhere);
  return leave(deciding, part, reason, named);
}

async function leave(
  deciding: Deciding,
  { transfer, incoming, candidates: all }: WeighedTransfer,
  reason: UnmatchedReason | HoldReason,
  named: readonly string[],
): Promise<Outcome> {
  const { instance, books } = deciding;
  const meant =
    named.length > 0 ? named : all.flatMap((one) => (whatSpeaksFor(one, incoming).length > 0 ? one.id : []));
  const evidence = all.flatMap((one) =>
    meant.includes(one.id) ? [{ transaction_id: one.id, speaks: whatSpeaksFor(one, incoming) }] : [],
  );
  const likely = books.transaction(meant[0] ?? '');
  const appId = likely?.appId ?? transfer.appId;
  const outcome = { transferId: transfer.id, disposition: 'unmatched', transactionId: null } as const;
  const payment = {
    // One that was told of before, and that a reorg took away or a transaction had meanwhile, keeps its id.
    id: (await findUnmatchedId(deciding.trx, transfer.id)) ?? instance.newId(),
    appId,
    transferId: transfer.id,
    reason,
    candidates: meant.slice(0, 10),
    evidence,
  };
  if (notOfAnInvoice.includes(reason) && (await isDust(deciding, transfer, likely))) {
    const { isNew, ...part } = await deciding.dust.rowFor(transfer, payment);
    if (isNew) emitUnmatched(deciding, transfer, part);
    return { ...outcome, unmatched: part };
  }
  emitUnmatched(deciding, transfer, payment);
  await notifyInvoicesOf(deciding.trx, payment.candidates);
  return { ...outcome, unmatched: payment };
}

/** What is held, or is of an invoice that is known, is told of whatever it is worth. */
const notOfAnInvoice: readonly string[] = ['unknown', 'ambiguous', 'wrong_asset', 'wrong_network'];

/** Worth next to nothing in the currency of the invoice that it may be meant for, or of the shop's last one. */
async function isDust(
  { trx, instance, books }: Deciding,
  { assetId, amount, appId }: RecordedTransfer,
  likely: Transaction | null,
): Promise<boolean> {
  const asset = instance.catalog.assetById(assetId);
  if (asset === null) return false;
  const currency = likely === null ? null : books.invoice(likely.invoiceId).currency;
  const code = currency ?? (await newestCurrency(trx, appId)) ?? 'USD';
  const rated = instance.rates.rateFor(asset.cryptocurrency, code, 'at_market', instance.clock.now());
  return isWorthLess(amount, asset.decimals, rated?.rate ?? null, instance.dustBelow);
}

/** What waits already was told of. */
function emitUnmatched(
  { instance, books, waiting: known }: Deciding,
  transfer: RecordedTransfer,
  payment: NewUnmatched,
): void {
  if (known.has(transfer.id)) return;
  const waiting = { claims: [], status: 'waiting', transactionId: null, createdAt: books.now, transfer } as const;
  const dustAmount = payment.dust?.amount ?? null;
  const view = unmatchedPaymentView(instance, { ...payment, ...waiting, dustAmount });
  books.emit('payment.unmatched', payment.appId, view);
}
