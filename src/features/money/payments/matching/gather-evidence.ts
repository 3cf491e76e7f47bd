// Reads everything that a decision about transfers needs: candidates, claims and senders with shared wallets.
import type { Verdict } from '../../../../core/payment/evidence/judge.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import type { App } from '../../../people/apps/store.ts';
import { newestAttempt } from '../../ledger/transaction-store.ts';
import type { Commit } from '../commit.ts';
import type { RecordedTransfer } from '../transfer-store.ts';
import { listCandidates, listSharedSenders } from './candidate-store.ts';
import { type Claim, listClaimsOf } from './claim-store.ts';

/** A transaction is a candidate for money at its address for this long after its last change. */
export const lateMillis = 7 * 24 * 3600 * 1000;

/** A sender with more chain transactions than this is treated as a wallet of many people. */
const mostOfOnePerson = 1_000n;

/** A merchant assigns a transfer to one of their invoices. */
export interface MerchantWord {
  readonly transfer: RecordedTransfer;
  readonly invoiceId: string;
  readonly app: App;
}

/** The verdict of the sandbox on a simulated payment of this transaction. Other open transactions do not change it. */
export interface Played {
  readonly transactionId: string;
  readonly verdict: Verdict;
}

export interface Evidence {
  /** Ids of transactions, newest first. `invoices` lists invoices to lock besides theirs. */
  readonly candidates: readonly string[];
  readonly invoices: readonly string[];
  /** Claims by the hash of the chain transaction. */
  readonly claims: ReadonlyMap<string, readonly Claim[]>;
  readonly sharedSenders: ReadonlySet<string>;
  readonly word: MerchantWord | null;
  readonly played: Played | null;
  /** The newest attempt, in the same asset, of the invoice that the merchant chose. */
  readonly assignedAttempt: string | null;
}

/** The fields of a transfer that gathering evidence needs. */
export type Sought = Pick<
  RecordedTransfer,
  | 'txHash'
  | 'assetId'
  | 'recipient'
  | 'sender'
  | 'amount'
  | 'transactionId'
  | 'releasedFrom'
  | 'derivationIndex'
  | 'senderTransactions'
>;

export interface GatheredFor {
  readonly network: Network;
  readonly transfers: readonly Sought[];
  readonly word?: MerchantWord | undefined | null;
  readonly played?: Played | undefined | null;
}

/** Takes no locks. */
export async function gatherEvidence(
  { trx, instance }: Commit,
  { network, transfers, word = null, played = null }: GatheredFor,
): Promise<Evidence> {
  const payments = { db: trx, networkId: network.id };
  const since = new Date(instance.clock.now().getTime() - lateMillis);
  // The current and previous owners.
  const owners = transfers.flatMap(({ transactionId, releasedFrom }) =>
    [transactionId ?? [], releasedFrom ?? []].flat(),
  );
  const attempt = word === null ? null : await newestAttempt(trx, word.invoiceId, word.transfer.assetId);
  const shared = transfers.filter(({ derivationIndex }) => derivationIndex === null);
  const senders = await listSharedSenders(
    trx,
    shared.flatMap(({ sender }) => sender ?? []),
  );
  const known = shared.filter(
    ({ sender, senderTransactions }) =>
      (senderTransactions ?? 0n) > mostOfOnePerson || (sender !== null && network.sharedWallets.has(sender)),
  );
  const claims = await listClaimsOf(payments, [...new Set(transfers.map(({ txHash }) => txHash))]);
  const found = await listCandidates(payments, { sought: soughtFor(transfers), since });
  return {
    candidates: [
      ...found,
      ...owners,
      ...(attempt === null ? [] : [attempt]),
      ...(played === null ? [] : [played.transactionId]),
    ],
    invoices: word === null ? [] : [word.invoiceId],
    claims: Map.groupBy(claims, ({ txHash }) => txHash),
    sharedSenders: new Set([...senders, ...known.flatMap(({ sender }) => sender ?? [])]),
    word,
    played,
    assignedAttempt: attempt,
  };
}

/** Returns each transfer, and the sum for each chain transaction that pays one address in several transfers. */
function soughtFor(transfers: readonly Sought[]) {
  const parts = Map.groupBy(transfers, (one) => `${one.txHash} ${one.assetId} ${one.recipient} ${one.sender}`);
  const sums = [...parts.values()].flatMap((some) => {
    const [first] = some;
    const amount = some.reduce((sum, one) => sum + one.amount, 0n);
    return first === undefined || some.length === 1 ? [] : [{ ...first, amount }];
  });
  return [...transfers, ...sums];
}
