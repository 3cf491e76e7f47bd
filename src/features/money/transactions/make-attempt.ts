// Makes an attempt to pay. One statement reads and one statement commits a batch of concurrent requests.
import { isPayable } from '../../../core/payment/invoice.ts';
import { Problem } from '../../../core/problem.ts';
import { coalesce, pointReads } from '../../../io/db/coalesce.ts';
import { RowTampered } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Call } from '../../../io/http/operation.ts';
import { deliverEvents, eventMac } from '../../events/events/store.ts';
import type { Instance } from '../../instance.ts';
import { timeAhead } from '../../people/apps/clock/clock-lead.ts';
import type { Books } from '../ledger/books.ts';
import { openBooks } from '../ledger/open-books.ts';
import type { Transaction } from '../ledger/transaction-store.ts';
import { transactionView } from '../ledger/transaction-view.ts';
import type { AttemptContext } from './attempt-context.ts';
import { type ContextParams, maxEmptyAttempts, readAttemptContexts } from './attempt-context-store.ts';
import type { AttemptParams } from './attempt-params.ts';
import {
  type Attempt,
  type AttemptRow,
  attemptRow,
  insertAttempt,
  insertAttempts,
  type Outcome,
  outcomeOf,
} from './attempt-store.ts';
import { type NewPlace, watchPlace } from './quoting/place-store.ts';
import { type AskedPlace, canReopen, type Quote, quoteFor } from './quoting/quote-for.ts';
import { TakenAmounts } from './quoting/taken-amounts.ts';

const maxProcessing = 10;
/** The number of tries to make a quote if the invoice changes or its amount is taken meanwhile. */
const maxTries = 32;
/** The number of addresses of a key that may be skipped for one attempt because another owner has them. */
const maxSkipped = 200;

/**
 * While one batch is written to disk, further requests gather for the next. Fewer, larger batches cost less per
 * request.
 */
const commits = { batch: 64, atOnce: 1 };

/** Commits an attempt and stores the answer under an Idempotency-Key. */
export type Committer = Pick<Call<unknown, unknown, unknown>, 'commit' | 'idempotentRequest'>;

export type AttemptMaker = (params: AttemptParams, committer: Committer) => Promise<View>;

/** The Problem codes that making an attempt can throw. */
export const attemptProblems = [
  'not_found',
  'invoice_not_payable',
  'too_many_transactions',
  'rate_unavailable',
  'address_tampered',
  'database_went_back',
] as const;

/**
 * Create it once per process, so that concurrent requests share their statements. Returns the rendered attempt. Throws
 * Problem.
 */
export function attemptMaker(instance: Instance): AttemptMaker {
  const readContext = coalesce(
    (asked: readonly ContextParams[]) => readAttemptContexts(instance.db.byKey, asked),
    pointReads,
  );
  const insert = coalesce((attempts: readonly AttemptRow[]) => insertAttempts(instance.db.byKey, attempts), commits);
  const takenAmounts = new TakenAmounts();
  return async (params, { commit, idempotentRequest }) => {
    let taken: bigint | null = null;
    let asked: AskedPlace | null = null;
    let skipped = 0;
    let mayReopen = true;
    for (let tries = 0; tries < maxTries; tries++) {
      const now = instance.clock.now();
      const context = await readContext({
        invoiceId: params.invoiceId,
        assetId: params.asset.id,
        networkId: params.asset.network.id,
        sender: params.sender,
        now,
        idempotentRequest,
      });
      if (context !== null && 'kind' in context) throw new RowTampered(context);
      if (context?.isRepeated) throw keyTaken();
      checkPayable(context);
      const { canceled, earlier } = context;
      if (mayReopen && canceled !== null && earlier === null && canReopen(params, context, canceled)) {
        const reopened = await reopen(instance, context, canceled.id, { commit });
        if (typeof reopened === 'object') return reopened;
        mayReopen = reopened === 'moved';
        continue;
      }
      checkCount(context);
      const quote = await quoteFor(instance, params, context, { now, tries, taken, asked, takenAmounts });
      taken = quote.taken;
      asked = quote.asked;
      const made = await commitAttempt(instance, context, quote, { commit, idempotentRequest, insert });
      if (made === 'address_taken') {
        taken = null;
        if (quote.taken !== null && ++skipped < maxSkipped) tries--;
      } else if (made) return made;
    }
    throw new Problem('temporarily_unavailable', { headers: { 'retry-after': '1' } });
  };
}

function checkPayable(context: AttemptContext | null): asserts context is AttemptContext {
  if (context === null) throw new Problem('not_found', { detail: 'There is no such invoice.' });
  if (!isPayable(context.invoice)) throw new Problem('invoice_not_payable');
  if (context.processing >= maxProcessing && context.earlier === null)
    throw new Problem('too_many_transactions', {
      detail: `An invoice can have ${maxProcessing} processing transactions at a time. Cancel one first.`,
    });
}

/** Reopening a canceled attempt does not count as a new one. */
function checkCount(context: AttemptContext): void {
  if (context.emptyAttempts >= maxEmptyAttempts)
    throw new Problem('too_many_transactions', {
      detail: `None of ${maxEmptyAttempts} attempts was paid. Pay an open one, or make a new invoice.`,
    });
}

interface Committing extends Committer {
  /** Inserts the attempt in a batch with other requests. */
  readonly insert: (attempt: AttemptRow) => Promise<Outcome>;
}

type View = ReturnType<typeof transactionView>;

/**
 * Commits the attempt and returns it rendered. Returns null if the invoice changed or the amount was taken meanwhile,
 * and `address_taken` if another owner has the address; nothing is written then.
 */
async function commitAttempt(
  instance: Instance,
  context: AttemptContext,
  quote: Quote,
  how: Committing,
): Promise<View | 'address_taken' | null> {
  const { transaction } = quote;
  const view = transactionView(instance, transaction, null);
  const event = created(instance, context, transaction, view);
  const attempt: Attempt = { ...quote, event, sequence: context.invoice.sequence, idempotentRequest: null };
  if (context.earlier === null && !context.hasWebhooks) {
    const outcome = await how.insert(attemptRow(instance.db, { ...attempt, idempotentRequest: how.idempotentRequest }));
    if (outcome === 'key_taken') throw keyTaken();
    if (outcome === 'address_taken') return outcome;
    return outcome === 'made' ? view : null;
  }
  try {
    if (context.earlier !== null) return await supersede(instance, context, quote, how);
    return await how.commit(async (trx) => {
      const outcome = await insertAttempt(trx, attempt);
      if (outcome === 'address_taken') throw new AddressTaken();
      if (outcome !== 'made') throw new Moved();
      await deliverEvents(trx, [event], instance.newId);
      return view;
    });
  } catch (error) {
    const outcome = outcomeOf(error);
    if (error instanceof AddressTaken || outcome === 'address_taken') return 'address_taken';
    if (error instanceof Moved || outcome === 'moved' || outcome === 'amount_taken') return null;
    throw outcome === 'key_taken' ? keyTaken() : error;
  }
}

/**
 * Cancels the earlier attempt of the same sender in the same commit. The new attempt takes over its address, except on
 * a rail without blocks, which makes an address for each attempt.
 */
function supersede(
  instance: Instance,
  { invoice, earlier }: AttemptContext,
  { transaction, walletId, asked }: Quote,
  how: Pick<Committing, 'commit'>,
): Promise<View> {
  const { appId, networkId, recipient: address } = transaction;
  const place = asked === null ? null : { walletId, appId, networkId, address, index: asked.index };
  const committing = place === null ? how : { commit: watching(how, place) };
  return changeEarlier(instance, { invoice, id: earlier?.id ?? '' }, committing, (books, old) =>
    old.hash !== null || books.cancel(old, 'superseded') === null ? null : books.add(transaction),
  );
}

/** Commits as `commit`, and watches the address that a rail made. */
function watching({ commit }: Pick<Committing, 'commit'>, place: NewPlace): Committing['commit'] {
  return (act) =>
    commit(async (trx) => {
      await watchPlace(trx, place);
      return act(trx);
    });
}

/**
 * Reopens the attempt that the customer canceled and requested again: the same quote, address and time. Writes nothing
 * if the invoice `moved` meanwhile or if another attempt has the amount (`amount_taken`).
 */
async function reopen(
  instance: Instance,
  { invoice }: AttemptContext,
  id: string,
  how: Pick<Committing, 'commit'>,
): Promise<View | 'moved' | 'amount_taken'> {
  try {
    return await changeEarlier(instance, { invoice, id }, how, (books, old) => books.reopen(old));
  } catch (error) {
    if (error instanceof Moved) return 'moved';
    const outcome = outcomeOf(error);
    if (outcome === 'amount_taken') return outcome;
    throw outcome === 'key_taken' ? keyTaken() : error;
  }
}

/**
 * Applies `act` to an earlier attempt, commits the result and returns it rendered. Throws Moved and writes nothing if
 * `act` returns null or if the invoice changed since it was read.
 */
function changeEarlier(
  instance: Instance,
  { invoice, id }: Pick<AttemptContext, 'invoice'> & { readonly id: string },
  { commit }: Pick<Committing, 'commit'>,
  act: (books: Books, old: Transaction) => Transaction | null,
): Promise<View> {
  return commit((trx) =>
    openBooks(trx, instance, { transactions: [id], invoices: [invoice.id] }, (books) => {
      const [old] = books.transactions;
      if (old === undefined || books.invoice(invoice.id).sequence !== invoice.sequence) throw new Moved();
      const changed = act(books, old);
      if (changed === null) throw new Moved();
      return transactionView(instance, changed, null);
    }),
  );
}

function created(
  { db, newId }: Pick<Instance, 'db' | 'newId'>,
  { invoice: { sequence, reference, metadata }, appLeadSeconds }: AttemptContext,
  { appId, invoiceId, createdAt: at }: Transaction,
  data: View,
): Attempt['event'] {
  // Events have the time of the service, whichever time the app's test clock shows.
  const createdAt = timeAhead(at, -appLeadSeconds);
  const about = { id: newId(), appId, invoiceId, sequence: sequence + 1n, createdAt };
  const event = { ...about, type: 'transaction.created', data, invoiceFacts: { reference, metadata } } as const;
  return { ...event, mac: eventMac(db, event) };
}

/** Another request with this key was faster. The caller retries and then gets the stored answer. */
function keyTaken(): Problem {
  return new Problem('request_in_progress', { headers: { 'retry-after': '1' } });
}

class AddressTaken extends Error {}

/** The invoice changed between the read and the commit. */
class Moved extends Error {}
