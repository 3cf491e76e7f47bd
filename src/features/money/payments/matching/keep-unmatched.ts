// What belongs to nobody, or is held, waits for the merchant: with what speaks for whom, and told of unless it is dust.
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

/** What is decided with, beside the evidence. */
export interface Deciding extends Weighing, Commit {
  readonly networkId: string;
  readonly dust: DustRows;
  /** Transfers that wait for the merchant already. */
  readonly waiting: ReadonlySet<string>;
}

/** The day's rows of dust that one commit adds to. */
export interface DustRows {
  /** The payment as part of its day's row; told of only where that row is new. */
  rowFor(transfer: RecordedTransfer, payment: NewUnmatched): Promise<NewUnmatched & { readonly isNew: boolean }>;
}

/** What became of one transfer. The books write whose it is; what is nobody's is to be written beside them. */
export interface Outcome extends Decision {
  readonly transactionId: string | null;
  readonly unmatched?: NewUnmatched;
}

/** It is held, whatever speaks for a transaction. */
export function leaveHeld(deciding: Deciding, part: WeighedTransfer, reason: HoldReason): Promise<Outcome> {
  return leave(deciding, part, { reason, candidates: spokenFor(part) });
}

/** No transaction takes it: nobody's, or the app's setting for late payments is to hold them. */
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
  const spoken = spokenFor(part);
  return leave(deciding, part, { reason, suggested, candidates: suggested.filter((id) => spoken.includes(id)) });
}

/** All attempts at its address: those with evidence, and others for the merchant to choose from. */
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

/** The candidates that something speaks for. */
function spokenFor({ incoming, candidates }: WeighedTransfer): string[] {
  return candidates.flatMap((one) => (evidenceOf(one, incoming).length > 0 ? one.id : []));
}

/** Why a payment waits, and for whom. `suggested`: besides, attempts that nothing speaks for. */
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
    // One that was told of before, and that a reorg took away or a transaction had meanwhile, keeps its id.
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
  const candidates = payment.suggested ?? payment.candidates;
  const view = unmatchedPaymentView(instance, { ...payment, ...waiting, candidates, dustAmount });
  books.emit('payment.unmatched', payment.appId, view);
}

/** Days are those of UTC. */
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
