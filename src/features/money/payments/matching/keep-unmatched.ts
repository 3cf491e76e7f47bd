// Records transfers without an owner, and held ones, as unmatched payments with their evidence. Emits an event except
// for dust.
import type { HoldReason } from '../../../../core/payment/evidence/judge.ts';
import { evidenceOf, type Match, type UnmatchedReason } from '../../../../core/payment/evidence/matching.ts';
import { isWorthLess, type Suggestion, whyItWaits } from '../../../../core/payment/evidence/waiting-cause.ts';
import { type InvoiceState, remainingOf } from '../../../../core/payment/invoice.ts';
import { notifyInvoicesOf } from '../../ledger/invoice-feed.ts';
import { newestCurrency } from '../../ledger/invoice-store.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { Commit, NetworkWrite } from '../commit.ts';
import type { Decision, RecordedTransfer } from '../transfer-store.ts';
import { unmatchedPaymentView } from '../unmatched/view.ts';
import { findDustRow, findUnmatchedId, type NewUnmatched } from '../unmatched/waiting-store.ts';
import { listAttemptsAt } from './candidate-store.ts';
import { lateMillis } from './gather-evidence.ts';
import type { WeighedTransfer, Weighing } from './judge-transfers.ts';
import { listElsewhere } from './wrong-network-store.ts';

/** The input of a decision, besides the evidence. */
export interface Deciding extends Weighing, Commit {
  readonly networkId: string;
  readonly dust: DustRows;
  /** Transfers that already wait for the merchant. */
  readonly waiting: ReadonlySet<string>;
}

/** The rows of today's dust that one commit adds to. */
export interface DustRows {
  /** Returns the payment as part of its day's row. An event is emitted only if the row is new. */
  rowFor(transfer: RecordedTransfer, payment: NewUnmatched): Promise<NewUnmatched & { readonly isNew: boolean }>;
}

/** The outcome for one transfer. The books write owned transfers; the caller writes the others. */
export interface Outcome extends Decision {
  readonly transactionId: string | null;
  readonly unmatched?: NewUnmatched;
}

/** Holds the transfer regardless of the evidence for a transaction. */
export function leaveHeld(deciding: Deciding, part: WeighedTransfer, reason: HoldReason): Promise<Outcome> {
  return leave(deciding, part, { reason, candidates: candidatesWithEvidence(part) });
}

/** Leaves the transfer unmatched: no transaction fits, or the app holds late payments. */
export async function leaveUnmatched(deciding: Deciding, part: WeighedTransfer, match: Match): Promise<Outcome> {
  const { trx, networkId, books } = deciding;
  const { transfer } = part;
  if (match.kind !== 'unmatched') {
    const candidates = [match.kind === 'late' ? match.basis : match.id];
    return leave(deciding, part, { reason: 'held', candidates });
  }
  if (match.reason !== 'unknown' && match.reason !== 'wrong_asset') return leave(deciding, part, match);
  const since = new Date(books.now.getTime() - lateMillis);
  const { reason, suggested } = whyItWaits(await suggestionsFor(deciding, part, since));
  const elsewhere = reason === 'unknown' ? await listElsewhere(trx, { networkId, transfer, since }) : [];
  if (elsewhere.length > 0) return leave(deciding, part, { reason: 'wrong_network', candidates: elsewhere });
  const spoken = candidatesWithEvidence(part);
  return leave(deciding, part, { reason, suggested, candidates: suggested.filter((id) => spoken.includes(id)) });
}

/** Returns all attempts at the address: those with evidence, and others for the merchant to choose from. */
async function suggestionsFor(deciding: Deciding, part: WeighedTransfer, since: Date): Promise<Suggestion[]> {
  const { trx, networkId, books } = deciding;
  const { transfer, incoming, candidates } = part;
  const known = candidates.flatMap((one): Suggestion[] => {
    const speaks = evidenceOf(one, incoming);
    if (one.amount === null && speaks.length === 0) return [];
    const invoice = books.invoice(one.invoiceId);
    const isSameAsset = one.assetId === transfer.assetId;
    const isOpen = one.status === 'processing' && one.hash === null;
    return [{ id: one.id, speaks, isSameAsset, isOpen, invoice: standingOf(invoice) }];
  });
  const ids = new Set(candidates.map(({ id }) => id));
  const others = await listAttemptsAt(trx, { networkId, recipient: transfer.recipient, since });
  const unknown = others.filter(({ id }) => !ids.has(id));
  return [
    ...known,
    ...unknown.map(({ id, assetId, isOpen, invoice }) => ({
      id,
      isOpen,
      speaks: [],
      isSameAsset: assetId === transfer.assetId,
      invoice: standingOf(invoice),
    })),
  ];
}

function standingOf(invoice: InvoiceState): Suggestion['invoice'] {
  if (invoice.status === 'canceled') return 'canceled';
  return invoice.status === 'paid' || remainingOf(invoice) === 0n ? 'paid' : 'due';
}

/** Returns the candidates with evidence. */
function candidatesWithEvidence({ incoming, candidates }: WeighedTransfer): string[] {
  return candidates.flatMap((one) => (evidenceOf(one, incoming).length > 0 ? one.id : []));
}

/** The reason why a payment waits, and the attempts with evidence. `suggested` adds attempts without evidence. */
interface Waiting {
  readonly reason: UnmatchedReason | HoldReason;
  readonly candidates: readonly string[];
  readonly suggested?: readonly string[];
}

async function leave(
  deciding: Deciding,
  { transfer, incoming, candidates: all }: WeighedTransfer,
  { reason, candidates: meant, suggested }: Waiting,
): Promise<Outcome> {
  const { instance, books } = deciding;
  const evidence = all.flatMap((one) =>
    meant.includes(one.id) ? [{ transaction_id: one.id, speaks: evidenceOf(one, incoming) }] : [],
  );
  const likely = books.transaction(meant[0] ?? '');
  const appId = likely?.appId ?? transfer.appId;
  const outcome = { transferId: transfer.id, disposition: 'unmatched', transactionId: null } as const;
  const payment = {
    // A transfer that was listed before keeps its id, also if a reorg removed it or a transaction owned it meanwhile.
    id: (await findUnmatchedId(deciding.trx, transfer.id)) ?? instance.newId(),
    appId,
    transferId: transfer.id,
    reason,
    candidates: meant.slice(0, 10),
    suggested: suggested ?? null,
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

/** Dust is summed only for these reasons. A held payment, or one of a known invoice, is reported at any value. */
const notOfAnInvoice: readonly string[] = ['unknown', 'ambiguous', 'wrong_asset', 'wrong_network'];

/**
 * Whether the payment is worth less than the limit for dust. Uses the currency of the likely invoice or of the app's
 * newest invoice.
 */
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

/** A payment that already waits was reported before. */
function emitUnmatched(
  { instance, books, waiting: known }: Deciding,
  transfer: RecordedTransfer,
  payment: NewUnmatched,
): void {
  if (known.has(transfer.id)) return;
  const waiting = { claims: [], status: 'waiting', transactionId: null, createdAt: books.now, transfer } as const;
  const dustAmount = payment.dust?.amount ?? null;
  const candidates = payment.suggested ?? payment.candidates;
  const view = unmatchedPaymentView(instance, { ...payment, ...waiting, candidates, dustAmount });
  books.emit('payment.unmatched', payment.appId, view);
}

/** Days are in UTC. */
export function dustRows({ db, networkId, now }: NetworkWrite): DustRows {
  const known = new Map<string, string>();
  const day = now.toISOString().slice(0, 10);
  return {
    async rowFor({ recipient, assetId, amount }, payment) {
      const key = `${recipient} ${assetId}`;
      const id = known.get(key) ?? (await findDustRow(db, { networkId, recipient, assetId, day }))?.id ?? null;
      known.set(key, id ?? payment.id);
      const isNew = id === null;
      return { ...payment, id: id ?? payment.id, dust: { day, isNew, amount }, isNew };
    },
  };
}
