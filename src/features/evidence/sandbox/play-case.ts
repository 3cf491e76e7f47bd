// Simulates a case on a transaction through the code of real payments. The case either ends as named or is rolled back.

import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed } from '../../../core/money/decimal.ts';
import type { Verdict } from '../../../core/payment/evidence/judge.ts';
import type { MatchedBy } from '../../../core/payment/evidence/matching.ts';
import { remainingOf } from '../../../core/payment/invoice.ts';
import type { SimulatedCase } from '../../../core/payment/simulated-amount.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { findInvoice, type Invoice } from '../../money/ledger/invoice-store.ts';
import { openBooks } from '../../money/ledger/open-books.ts';
import { findTransactions, type Transaction } from '../../money/ledger/transaction-store.ts';
import { confirmThese } from '../../money/payments/confirm.ts';
import { expireThese } from '../../money/payments/expire.ts';
import { listTransfersOfHash } from '../../money/payments/matching/claim-store.ts';
import { receiveTransfers } from '../../money/payments/receive-transfers.ts';
import { revertThese } from '../../money/payments/revert.ts';
import { listWaitingOf } from '../../money/payments/transfer-store.ts';
import { findApp } from '../../people/apps/store.ts';
import { orphanTransfersOfHash } from './sandbox-store.ts';
import { type Simulatable, simulatedPayment } from './simulated-payment.ts';

export interface Play {
  readonly transaction: Simulatable;
  readonly asset: Asset;
  readonly what: SimulatedCase;
}

/**
 * This commit must hold the network's cursor. Throws Problem simulation_refused if the case would end differently; the
 * caller must then roll back.
 */
export async function playCase(trx: Queryable, instance: Instance, play: Play): Promise<void> {
  const payer = await playOut(trx, instance, play);
  const [transaction] = await findTransactions(trx, [play.transaction.id]);
  const invoice = await findInvoice(trx, play.transaction.invoiceId);
  if (transaction === undefined || invoice === null) throw new Error(`transaction ${play.transaction.id} is gone`);
  const policy = (await findApp(trx, transaction.appId))?.settings.latePayments;
  const ending = { transaction, invoice, payer, holdsLate: policy === 'hold' };
  if (endsAsNamed[play.what](ending)) return;
  throw new Problem('simulation_refused', { detail: explain(play.what, ending) });
}

/** The transaction that took the payment; `waits` if the merchant must decide; null if nothing was paid. */
type Payer = Transaction | 'waits' | null;

async function playOut(trx: Queryable, instance: Instance, play: Play): Promise<Payer> {
  const { transaction, asset, what } = play;
  if (what === 'late' || what === 'expired') await expireThese({ trx, instance }, [transaction.id]);
  if (what === 'canceled')
    await openBooks(trx, instance, { transactions: [transaction.id] }, (books) => {
      for (const one of books.transactions) books.cancel(one, 'requested');
    });
  return what === 'expired' || what === 'canceled' ? null : pay(trx, instance, { transaction, asset, what });
}

async function pay(trx: Queryable, instance: Instance, { transaction, asset, what }: Play): Promise<Payer> {
  const invoice = await findInvoice(trx, transaction.invoiceId);
  if (invoice === null) throw new Error(`invoice ${transaction.invoiceId} is gone`);
  const { currency } = invoice;
  const terms = termsOf({ transaction, asset, invoice });
  const payment = simulatedPayment(instance, { what, transaction, asset, currency, terms });
  const { txHash, recipient, amount } = payment.transfer;
  const { network } = asset;
  await receiveTransfers(
    { trx, instance },
    {
      network,
      height: 0,
      found: [{ ...payment, id: instance.newId() }],
      only: { txHash, recipient, isClaimed: false },
      played: { transactionId: transaction.id, verdict: verdictOf(what, transaction, amount) },
    },
  );
  const waiting = await listWaitingOf({ db: trx, networkId: network.id }, { txHash, recipient });
  if (waiting.length > 0) return 'waits';
  const [seen] = await listTransfersOfHash(trx, { networkId: network.id, txHash, recipient });
  const [payer] = await findTransactions(trx, seen?.transactionId ? [seen.transactionId] : []);
  if (payer === undefined) return null;
  const height = payer.requiredConfirmations - 1;
  await confirmThese({ trx, instance }, { ids: [payer.id], height });
  if (what === 'reorged') {
    await orphanTransfersOfHash(trx, txHash, { networkId: network.id, now: instance.clock.now() });
    await revertThese({ trx, instance }, { ids: [payer.id], height });
  }
  return (await findTransactions(trx, [payer.id]))[0] ?? null;
}

function termsOf({ transaction, asset, invoice }: Omit<Play, 'what'> & { readonly invoice: Invoice }) {
  return {
    asked: transaction.amount,
    rate: transaction.rate,
    assetDecimals: asset.decimals,
    remaining: remainingOf(invoice),
    tolerance: invoice.tolerance,
    minorDecimals: currencyOf(invoice.currency)?.decimals ?? 2,
  };
}

/** Returns the verdict that produces the case, regardless of other open transactions at the address. */
function verdictOf(what: SimulatedCase, transaction: Simulatable, amount: bigint): Verdict {
  const { id, invoiceId } = transaction;
  const by = evidenceOf(transaction, amount);
  switch (what) {
    case 'failed':
      return { kind: 'failed', meant: id };
    case 'late':
      return { kind: 'late', basis: id, invoiceId, by };
    case 'wrong_asset':
      return { kind: 'unmatched', reason: 'wrong_asset', candidates: [id] };
    case 'unmatched':
      return { kind: 'unmatched', reason: 'unknown', candidates: [id] };
    default:
      return { kind: 'transaction', id, by };
  }
}

/** Returns the evidence of a real payment of this amount if no other transaction were open. */
function evidenceOf(transaction: Simulatable, amount: bigint): MatchedBy {
  if (transaction.derivationIndex !== null) return 'address';
  if (transaction.amount === amount) return 'amount';
  if (transaction.isLeased) return 'lease';
  return transaction.isSenderDeclared ? 'sender' : 'hash';
}

interface Ending {
  readonly transaction: Transaction;
  readonly invoice: Invoice;
  readonly payer: Payer;
  /** Whether the app holds late payments. */
  readonly holdsLate: boolean;
}

const succeeded = ({ transaction }: Ending) => transaction.status === 'success';
const endedAs = (status: Transaction['status'], reason: Transaction['reason']) => (ending: Ending) =>
  ending.transaction.status === status && ending.transaction.reason === reason;
const expired = endedAs('canceled', 'expired');
const waits = ({ transaction, payer }: Ending) => payer === 'waits' && transaction.status === 'processing';

const endsAsNamed: Readonly<Record<SimulatedCase, (ending: Ending) => boolean>> = {
  paid: (ending) => succeeded(ending) && ending.invoice.status === 'paid',
  underpaid: (ending) => succeeded(ending) && ending.invoice.status === 'partially_paid',
  overpaid: (ending) => succeeded(ending) && ending.invoice.exceptions.includes('overpaid'),
  late: (ending) => expired(ending) && (isLate(ending.payer) || (ending.holdsLate && ending.payer === 'waits')),
  wrong_asset: waits,
  unmatched: waits,
  failed: endedAs('rejected', 'failed_on_chain'),
  reorged: endedAs('rejected', 'reorged'),
  expired,
  canceled: endedAs('canceled', 'requested'),
};

function isLate(payer: Payer): boolean {
  return payer !== null && payer !== 'waits' && payer.reason === 'late' && payer.status === 'success';
}

function explain(what: SimulatedCase, { transaction, invoice, payer }: Ending): string {
  const decimals = currencyOf(invoice.currency)?.decimals ?? 2;
  const [paid, total] = [invoice.paid, invoice.total].map((one) => formatFixed(one, decimals));
  const reason = transaction.reason === null ? '' : ` (${transaction.reason})`;
  const payment = payer === 'waits' ? ', and the payment would wait for the merchant' : '';
  return [
    `Played as ${what}, the transaction would be ${transaction.status}${reason}`,
    `and the invoice ${invoice.status}, with ${paid} of ${total} ${invoice.currency} paid${payment}.`,
    'Nothing was changed.',
  ].join(' ');
}
