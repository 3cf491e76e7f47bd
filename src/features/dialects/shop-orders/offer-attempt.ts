// Starts an attempt to pay an order with the coin that the shop named.
import { Problem } from '../../../core/problem.ts';
import { testWallet } from '../../../io/chains/test-chain/test-addresses.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { listProcessing, type Transaction } from '../../money/ledger/transaction-store.ts';
import { transactionView } from '../../money/ledger/transaction-view.ts';
import type { AttemptParams } from '../../money/transactions/attempt-params.ts';
import type { AttemptMaker, Committer } from '../../money/transactions/make-attempt.ts';

type Attempt = Awaited<ReturnType<AttemptMaker>>;

export interface WantedAttempt {
  readonly invoiceId: string;
  readonly asset: Asset;
}

/** Returns the open attempt with this coin, or makes one. Throws the Problems of making an attempt. */
export async function offerAttempt(
  instance: Instance,
  makeAttempt: AttemptMaker,
  wanted: WantedAttempt,
): Promise<Attempt> {
  const { db, clock } = instance;
  const processing = await listProcessing(db, wanted.invoiceId);
  const open = processing.find((one) => one.assetId === wanted.asset.id && isOpen(one, clock.now()));
  if (open !== undefined) return transactionView(instance, open, null);
  return makeAttempt(paramsOf(wanted), committerOf(instance));
}

/** The same, but null if the order cannot be paid with this coin now. The customer then chooses another one. */
export async function offerAttemptOrNull(
  instance: Instance,
  makeAttempt: AttemptMaker,
  wanted: WantedAttempt,
): Promise<Attempt | null> {
  try {
    return await offerAttempt(instance, makeAttempt, wanted);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

function isOpen({ hash, expireAt }: Transaction, now: Date): boolean {
  return hash === null && (expireAt === null || expireAt > now);
}

/** On the test chain the service pays for the customer, so the sender is known. */
function paramsOf({ invoiceId, asset }: WantedAttempt): AttemptParams {
  const sender = asset.network.hasTestChain ? testWallet(invoiceId) : null;
  return { invoiceId, asset, sender, isExchange: false };
}

function committerOf({ db }: Pick<Instance, 'db'>): Committer {
  return { commit: (act) => db.atomically(act), idempotentRequest: null };
}
