// POST /transaction: a customer starts an attempt to pay. A quote is read in one statement and committed in one.

import { isPayable } from '../../core/payment/invoice.ts';
import { Problem } from '../../core/problem.ts';
import { coalesce, pointReads } from '../../io/db/coalesce.ts';
import { type Call, type Operation, operation } from '../../io/http/operation.ts';
import { uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { deliverEvents } from '../events/store.ts';
import type { Instance } from '../instance.ts';
import { openBooks } from '../ledger/open-books.ts';
import type { Transaction } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';
import {
  type Attempt,
  type AttemptContext,
  type AttemptRow,
  attemptRow,
  type ContextWish,
  insertAttempt,
  insertAttempts,
  isAmountTaken,
  isKeyTaken,
  maxUnpaid,
  type Outcome,
  readAttemptContexts,
} from './attempt-store.ts';
import { readAttemptWish } from './attempt-wish.ts';
import { type Quote, quoteFor } from './quote-for.ts';

const CreateTransactionBody = Type.Object(
  {
    invoice_id: { ...uuid, description: 'The invoice to pay.' },
    from: Type.String({ minLength: 1, maxLength: 200, description: 'The address that will send the payment.' }),
    cryptocurrency: Type.String({ minLength: 1, maxLength: 50, description: 'Symbol, e.g. BTC, ETH.' }),
    network: Type.String({ minLength: 1, maxLength: 50, description: 'Network symbol, e.g. ethereum, tron.' }),
  },
  { additionalProperties: false },
);

const maxProcessing = 10;
/** How often a quote is made anew when the invoice or the amount was taken meanwhile. */
const maxTries = 12;

/** While one waits for the disk, what comes meanwhile gathers for the next: fewer and larger ones cost each request less. */
const commits = { batch: 64, atOnce: 1 };

export function createTransaction(instance: Instance): Operation {
  const readContext = coalesce(
    (wishes: readonly ContextWish[]) => readAttemptContexts(instance.db.byKey, wishes),
    pointReads,
  );
  const insert = coalesce((attempts: readonly AttemptRow[]) => insertAttempts(instance.db.byKey, attempts), commits);
  return operation({
    id: 'createTransaction',
    method: 'POST',
    path: '/transaction',
    group: 'Transactions',
    summary: 'Create transaction',
    description:
      'At most 10 processing transactions for an invoice at a time, and at most 100 in a row that no payment is seen for; after that 409 `too_many_transactions`. Each one that is paid starts the count anew.',
    access: { public: true, cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
    body: CreateTransactionBody,
    status: 201,
    answer: TransactionView,
    problems: [
      'not_found',
      'invoice_not_payable',
      'too_many_transactions',
      'amounts_exhausted',
      'addresses_exhausted',
      'rate_unavailable',
    ],
    findsRepeats: true,
    handle: async ({ body, commit, repeatable }) => {
      const wish = readAttemptWish(instance, body);
      let taken: bigint | null = null;
      for (let tries = 0; tries < maxTries; tries++) {
        const now = instance.clock.now();
        const context = await readContext({
          invoiceId: wish.invoiceId,
          assetId: wish.asset.id,
          networkId: wish.asset.network.id,
          sender: wish.sender,
          blocked: wish.asset.blockedAddresses,
          now,
          repeatable,
        });
        if (context?.isRepeated) throw keyTaken();
        checkPayable(context);
        const quote = await quoteFor(instance, wish, context, { now, tries, taken });
        taken = quote.taken;
        const made = await commitAttempt(instance, context, quote, { commit, repeatable, insert });
        if (made) return made;
      }
      throw new Problem('amounts_exhausted');
    },
  });
}

function checkPayable(context: AttemptContext | null): asserts context is AttemptContext {
  if (context === null) throw new Problem('not_found', { detail: 'There is no such invoice.' });
  if (!isPayable(context.invoice)) throw new Problem('invoice_not_payable');
  if (context.processing >= maxProcessing && context.earlier === null)
    throw new Problem('too_many_transactions', {
      detail: `An invoice takes ${maxProcessing} processing transactions at a time. Cancel one first.`,
    });
  if (context.unpaid >= maxUnpaid)
    throw new Problem('too_many_transactions', {
      detail: `Of ${maxUnpaid} attempts none was paid. Pay one that is open, or make a new invoice.`,
    });
}

interface Committing extends Pick<Call<unknown, unknown, unknown>, 'commit' | 'repeatable'> {
  /** Together with those of other requests. */
  readonly insert: (attempt: AttemptRow) => Promise<Outcome>;
}

type View = ReturnType<typeof transactionView>;

/** The attempt as committed and shown, or null if the invoice or the amount was taken meanwhile and nothing was written. */
async function commitAttempt(
  instance: Instance,
  context: AttemptContext,
  quote: Quote,
  how: Committing,
): Promise<View | null> {
  const { transaction } = quote;
  const view = transactionView(instance, transaction, null);
  if (context.earlier === null && !context.hasWebhooks) {
    const outcome = await how.insert(attemptRow(attemptOf(instance, context, quote, view, how.repeatable)));
    if (outcome === 'key_taken') throw keyTaken();
    return outcome === 'made' ? view : null;
  }
  try {
    if (context.earlier !== null) return await supersede(instance, context, transaction, how);
    const attempt = attemptOf(instance, context, quote, view, null);
    return await how.commit(async (trx) => {
      if (!(await insertAttempt(trx, attempt))) throw new Moved();
      await deliverEvents(trx, [created(attempt)], instance.newId);
      return view;
    });
  } catch (error) {
    if (error instanceof Moved || isAmountTaken(error)) return null;
    throw isKeyTaken(error) ? keyTaken() : error;
  }
}

function attemptOf(
  instance: Instance,
  context: AttemptContext,
  quote: Quote,
  eventData: View,
  repeatable: Committing['repeatable'],
): Attempt {
  return { ...quote, sequence: context.invoice.sequence, eventId: instance.newId(), eventData, repeatable };
}

/** The same sender asks again: the earlier attempt gives way, in the same commit, and leaves its address to the new one. */
async function supersede(
  instance: Instance,
  context: AttemptContext,
  transaction: Transaction,
  how: Pick<Committing, 'commit'>,
): Promise<View> {
  const { invoice, earlier } = context;
  const accounts = { transactions: [earlier?.id ?? ''], invoices: [invoice.id] };
  return how.commit((trx) =>
    openBooks(trx, instance, accounts, (books) => {
      const [old] = books.transactions;
      if (old === undefined || books.invoice(invoice.id).sequence !== invoice.sequence || old.hash !== null)
        throw new Moved();
      if (books.cancel(old, 'superseded') === null) throw new Moved();
      return transactionView(instance, books.add(transaction), null);
    }),
  );
}

function created({ transaction, eventId }: Attempt) {
  return {
    id: eventId,
    appId: transaction.appId,
    type: 'transaction.created' as const,
    createdAt: transaction.createdAt,
  };
}

/** Another request with this key was faster: what it was answered is looked up and answered again. */
function keyTaken(): Problem {
  return new Problem('request_in_progress', { headers: { 'retry-after': '1' } });
}

/** The invoice moved between the read and the commit. */
class Moved extends Error {}
