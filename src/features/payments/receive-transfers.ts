// Gives every transfer on the chain its place: the attempt it pays, a late payment of an invoice, or the unmatched list.
import { currencyOf } from '../../core/money/currency.ts';
import { type ClaimCandidate, type ClaimedTransfer, matchClaim } from '../../core/payment/claim.ts';
import { lateRate } from '../../core/payment/late-payment.ts';
import {
  type Match,
  type MatchedBy,
  matchFailure,
  matchTransfer,
  type UnmatchedReason,
} from '../../core/payment/matching.ts';
import { reject } from '../../core/payment/transaction.ts';
import type { Queryable } from '../../io/db/database.ts';
import { findApp } from '../apps/store.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import {
  addTransaction,
  type Changes,
  changeTransaction,
  lockedInvoice,
  noChanges,
  tellApp,
  tellInvoice,
  tellTransaction,
  writeChanges,
} from '../ledger/changes.ts';
import { mostUnasked, type Transaction } from '../ledger/transaction-store.ts';
import { candidateOf } from './matching/candidate.ts';
import { listClaimants } from './matching/claim-store.ts';
import { listElsewhere } from './matching/elsewhere-store.ts';
import { lateTransaction } from './matching/late-transaction.ts';
import { lateMillis, lockCandidates } from './matching/lock-candidates.ts';
import { movePendingBy, payTransaction } from './matching/pay-transaction.ts';
import {
  type Decision,
  insertUnmatched,
  listMinedAgain,
  listUndecided,
  type NewUnmatched,
  type RecordedTransfer,
  releaseOutdated,
  writeDecisions,
} from './transfer-store.ts';
import { unmatchedPaymentView } from './unmatched/view.ts';

interface Deciding {
  readonly instance: Instance;
  readonly trx: Queryable;
  readonly network: Network;
  readonly height: number;
  readonly changes: Changes;
  readonly decisions: Decision[];
  readonly unmatched: NewUnmatched[];
  /** The transactions that transfers may belong to, as they stand in this commit. */
  readonly known: Map<string, Transaction>;
  /** Their ids by recipient, newest first. */
  readonly idsTo: Map<string, string[]>;
  /** Transactions that no longer wait for the chain transaction which a reorg had taken from them. */
  readonly moved: Set<string>;
  /** Transactions whose payment is seen for the first time; told of when all of its transfers are counted. */
  readonly detected: Set<string>;
}

/** Decides all that is undecided on this network, scanned up to `height`. `fromBlock`: the lowest block recorded just now. */
export async function decideTransfers(
  trx: Queryable,
  instance: Instance,
  network: Network,
  height: number,
  fromBlock: number,
): Promise<void> {
  await decideThese(trx, instance, network, height, {
    undecided: await listUndecided(trx, network.id),
    minedAgain: await listMinedAgain(trx, network.id, fromBlock),
  });
}

interface Transfers {
  readonly undecided: readonly RecordedTransfer[];
  /** Those that have an owner already, and are back after a reorg. */
  readonly minedAgain: readonly RecordedTransfer[];
}

/** Decides these, and no others. */
export async function decideThese(
  trx: Queryable,
  instance: Instance,
  network: Network,
  height: number,
  { undecided, minedAgain }: Transfers,
): Promise<void> {
  if (undecided.length === 0 && minedAgain.length === 0) return;
  const now = instance.clock.now();
  const changes = noChanges(now);
  const known = await lockCandidates(trx, network.id, [...undecided, ...minedAgain], changes);
  const idsTo = new Map<string, string[]>();
  for (const [recipient, those] of Map.groupBy(known.values(), (one) => one.recipient)) {
    idsTo.set(
      recipient,
      those.map((one) => one.id),
    );
  }
  const gathered = { decisions: [], unmatched: [], moved: new Set<string>(), detected: new Set<string>() };
  const deciding: Deciding = { instance, trx, network, height, changes, known, idsTo, ...gathered };
  for (const transfer of minedAgain) seeAgain(deciding, transfer);
  for (const transfer of undecided) await decide(deciding, transfer);
  tellDetected(deciding);
  // New late transactions must exist before their transfers name them.
  await writeChanges(trx, instance, changes);
  await releaseOutdated(trx, [...deciding.moved], now);
  await writeDecisions(trx, deciding.decisions, now);
  await insertUnmatched(trx, deciding.unmatched, now);
}

async function decide(deciding: Deciding, transfer: RecordedTransfer): Promise<void> {
  const { changes, known, decisions } = deciding;
  const candidates = (deciding.idsTo.get(transfer.recipient) ?? []).map((id) =>
    candidateIn(changes, known.get(id) as Transaction, transfer),
  );
  const incoming = { ...transfer, isOneTimeAddress: transfer.derivationIndex !== null };
  if (!transfer.succeeded) return fail(deciding, known.get(matchFailure(incoming, candidates) ?? ''), transfer);
  const held = heldFor(deciding, transfer);
  if (held !== null) return wait(deciding, transfer, held, candidatesOf(matchTransfer(incoming, candidates)));
  const match = await heedClaims(deciding, incoming, candidates, matchTransfer(incoming, candidates));
  const owner = await ownerOf(deciding, transfer, match);
  if (owner === null) return waitFor(deciding, transfer, match);
  decisions.push({
    transferId: transfer.id,
    disposition: 'matched',
    transactionId: owner.transaction.id,
    matchedBy: owner.by,
  });
}

async function waitFor(deciding: Deciding, transfer: RecordedTransfer, match: Match): Promise<void> {
  const { trx, network, changes } = deciding;
  const reason = match.kind === 'unmatched' ? match.reason : 'held';
  const since = new Date(changes.now.getTime() - lateMillis);
  const elsewhere = reason === 'unknown' ? await listElsewhere(trx, network.id, transfer.recipient, since) : [];
  if (elsewhere.length > 0) return wait(deciding, transfer, 'wrong_network', elsewhere);
  wait(deciding, transfer, reason, candidatesOf(match));
}

/** Why a person must decide, whatever speaks for a transaction. */
function heldFor({ instance }: Deciding, { held, assetId, recipient }: RecordedTransfer): UnmatchedReason | null {
  if (held !== null) return held;
  const asset = instance.catalog.assetById(assetId);
  // Nobody knows what its units are worth. (What a token moved before it was paused, it did move.)
  if (asset?.stopped === 'decimals') return 'asset_stopped';
  // Some issuers let a blocked address receive and never send: what came is there, and of no use to the merchant.
  return asset?.blockedAddresses.has(recipient) ? 'address_blocked' : null;
}

/** Where the chain alone leaves it open, a customer may have said which chain transaction is theirs. */
async function heedClaims(
  { trx, network }: Deciding,
  incoming: ClaimedTransfer,
  candidates: readonly ClaimCandidate[],
  match: Match,
): Promise<Match> {
  if (match.kind !== 'unmatched' || candidates.length === 0) return match;
  const claimants = await listClaimants(trx, network.id, incoming.txHash);
  const claimed = claimants.length === 0 ? null : matchClaim(incoming, candidates, claimants);
  return claimed === null ? match : { kind: 'transaction', id: claimed, by: 'claim' };
}

/** The transaction that takes the transfer, changed accordingly; null if it waits for the merchant. */
async function ownerOf(
  deciding: Deciding,
  transfer: RecordedTransfer,
  match: Match,
): Promise<{ transaction: Transaction; by: MatchedBy } | null> {
  const { known } = deciding;
  switch (match.kind) {
    case 'unmatched':
      return null;
    case 'transaction':
      return { transaction: pay(deciding, known.get(match.id) as Transaction, transfer, match.by), by: match.by };
    case 'late': {
      const transaction = await acceptLate(deciding, known.get(match.basis) as Transaction, transfer, match.by);
      return transaction === null ? null : { transaction, by: match.by };
    }
  }
}

function pay(deciding: Deciding, transaction: Transaction, transfer: RecordedTransfer, by: MatchedBy): Transaction {
  const { changes, instance, known } = deciding;
  const changed = payTransaction(changes, instance, { transaction, transfer, by });
  known.set(changed.id, changed);
  // What a reorg took from it may come back after all: then it is another payment.
  if (transaction.hash !== null && transaction.hash !== transfer.txHash) deciding.moved.add(transaction.id);
  if (transaction.hash === null || !isSame(transaction.hash, transfer)) deciding.detected.add(changed.id);
  else if (transaction.hash !== transfer.txHash) tellInvoice(changes, instance, 'invoice.updated', changed.invoiceId);
  return changed;
}

/** Whether it is the payment that was seen before: the chain transaction itself, or one that spends the same money. */
function isSame(hash: string, transfer: RecordedTransfer): boolean {
  return hash === transfer.txHash || transfer.rivals.includes(hash);
}

function tellDetected({ changes, instance, known, detected, height }: Deciding): void {
  for (const id of detected) {
    const transaction = known.get(id);
    if (transaction?.status === 'processing') {
      tellTransaction(changes, instance, 'transaction.detected', transaction, height);
    }
  }
}

/** A reorg had taken it off the chain, and it is back: in another block, perhaps with another outcome. */
function seeAgain(deciding: Deciding, transfer: RecordedTransfer): void {
  const { changes, known, instance } = deciding;
  const owner = known.get(transfer.transactionId ?? '');
  if (owner === undefined || owner.status !== 'processing') return;
  if (!transfer.succeeded) {
    fail(deciding, owner, transfer);
    return;
  }
  pay(deciding, owner, transfer, owner.matchedBy ?? 'address');
  tellInvoice(changes, instance, 'invoice.updated', owner.invoiceId);
}

async function acceptLate(
  deciding: Deciding,
  basis: Transaction,
  transfer: RecordedTransfer,
  by: MatchedBy,
): Promise<Transaction | null> {
  const { instance, trx, changes, known, height, network } = deciding;
  const invoice = lockedInvoice(changes, basis.invoiceId);
  const app = await findApp(trx, invoice.appId);
  const asset = instance.catalog.assetById(transfer.assetId);
  if (app === null || asset === null) return null;
  const current = instance.rates.rateFor(asset.cryptocurrency, invoice.currency, app.settings.stablecoins, changes.now);
  const money = {
    amount: transfer.amount,
    assetDecimals: asset.decimals,
    minorDecimals: currencyOf(invoice.currency)?.decimals ?? 2,
    lockedRate: basis.rate,
    currentRate: current?.rate ?? null,
  };
  const rate = isPromised(basis, transfer) ? basis.rate : lateRate(app.settings.latePayments, money, invoice);
  if (rate === null) return null;
  const evidence = current !== null && rate === current.rate ? current.evidence : basis.rateEvidence;
  const late = lateTransaction({ id: instance.newId(), basis, transfer, network, rate, evidence, now: changes.now });
  addTransaction(changes, late);
  tellTransaction(changes, instance, 'transaction.created', late, height);
  known.set(late.id, late);
  deciding.idsTo.set(late.recipient, withNewest(deciding, late));
  return pay(deciding, late, transfer, by);
}

/** The ids of the candidates to its recipient, no more of them made without a quote than are ever read. */
function withNewest({ idsTo, known }: Deciding, late: Transaction): string[] {
  let unasked = 0;
  return [late.id, ...(idsTo.get(late.recipient) ?? [])].filter((id) => {
    if (known.get(id)?.amount === null) unasked += 1;
    return known.get(id)?.amount !== null || unasked <= mostUnasked;
  });
}

/**
 * Whether the basis's rate was promised for this payment too: what a reorg or a double spend took back was paid in time,
 * and so is another part of what was quoted, sent before the quote ran out.
 */
function isPromised(basis: Transaction, transfer: RecordedTransfer): boolean {
  const isTakenBack = basis.reason === 'reorged' || basis.reason === 'double_spent';
  if (isTakenBack && basis.hash === transfer.txHash) return true;
  const isPaid = basis.status === 'success' || basis.status === 'processing';
  return isPaid && basis.deadline !== null && transfer.knownAt <= basis.deadline;
}

/** Nothing moved: the attempt that it was meant for, if that is known, is rejected. */
function fail(deciding: Deciding, transaction: Transaction | undefined, transfer: RecordedTransfer): void {
  const { changes, instance, known, height } = deciding;
  deciding.decisions.push({ transferId: transfer.id, disposition: 'failed', transactionId: null, matchedBy: null });
  if (transaction === undefined) return;
  if (transaction.hash !== null) deciding.moved.add(transaction.id);
  movePendingBy(changes, transaction.invoiceId, -transaction.pending);
  const rejected = reject(
    { ...transaction, hash: transfer.txHash, block: transfer.block, blockHash: transfer.blockHash },
    'failed_on_chain',
  );
  const changed = changeTransaction(changes, { ...transaction, ...rejected });
  known.set(changed.id, changed);
  tellTransaction(changes, instance, 'transaction.rejected', changed, height);
}

function wait(
  deciding: Deciding,
  transfer: RecordedTransfer,
  reason: UnmatchedReason,
  candidates: readonly string[],
): void {
  const { changes, instance, known } = deciding;
  const likely = known.get(candidates[0] ?? '');
  const payment: NewUnmatched = {
    id: instance.newId(),
    appId: likely?.appId ?? transfer.appId,
    transferId: transfer.id,
    reason,
    candidates,
  };
  deciding.unmatched.push(payment);
  deciding.decisions.push({ transferId: transfer.id, disposition: 'unmatched', transactionId: null, matchedBy: null });
  tellApp(
    changes,
    instance,
    'payment.unmatched',
    payment.appId,
    unmatchedPaymentView(instance, {
      ...payment,
      claims: [],
      status: 'waiting',
      transactionId: null,
      createdAt: changes.now,
      transfer,
    }),
  );
}

function candidateIn(changes: Changes, transaction: Transaction, transfer: RecordedTransfer): ClaimCandidate {
  const isCanceled = lockedInvoice(changes, transaction.invoiceId).status === 'canceled';
  return candidateOf(transaction, isCanceled, transfer.knownAt);
}

function candidatesOf(match: Match): readonly string[] {
  if (match.kind === 'unmatched') return match.candidates;
  return match.kind === 'late' ? [match.basis] : [match.id];
}
