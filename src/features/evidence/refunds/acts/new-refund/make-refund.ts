// Makes a refund of an invoice, for the API and for shops that call in another dialect.
import { requireRight } from '../../../../../core/effects/require-effects.ts';
import type { RateKind } from '../../../../../core/payment/outgoing/refund.ts';
import { fieldProblem, Problem } from '../../../../../core/problem.ts';
import type { Queryable } from '../../../../../io/db/database.ts';
import { isUuid } from '../../../../../io/http/schemas.ts';
import type { Instance } from '../../../../instance.ts';
import type { Asset } from '../../../../known/catalog/catalog.ts';
import { findInvoice, type Invoice } from '../../../../money/ledger/invoice-store.ts';
import { openBooks } from '../../../../money/ledger/open-books.ts';
import { listSucceeded, type Transaction } from '../../../../money/ledger/transaction-store.ts';
import { judgeChange } from '../../../../people/apps/acts/judge-change.ts';
import { ownAppOrNull } from '../../../../people/apps/own-app.ts';
import type { App } from '../../../../people/apps/store.ts';
import { auditChange } from '../../../../people/audit/audit-change.ts';
import { insertRefund, type Refund, unsent } from '../../refund-store.ts';
import { refundView } from '../../view.ts';
import type { ChangedBy } from '../change-refund.ts';
import { emitRefund } from '../follow-refund.ts';
import { quoteRefund, requireSendable } from '../quote-refund.ts';
import { readDestination, type WrittenDestination } from '../read-destination.ts';
import { chooseAsset, type NamedAsset } from './choose-asset.ts';
import { type ValueWanted, valueToRefund } from './value-to-refund.ts';

export interface AskedRefund {
  readonly invoiceId: string;
  readonly value: ValueWanted;
  readonly named: NamedAsset;
  /** Null if the customer names it. */
  readonly destination: WrittenDestination | null;
  readonly rateKind: RateKind;
  readonly reason: string | null;
  /** The parts that exist before the refund: its id, and the destination (canonical) if the customer named one. */
  readonly promised?: { readonly id: string; readonly recipient: string | null } | undefined;
}

/** A refund that was checked, and can be made in a commit. */
export interface WantedRefund extends Pick<AskedRefund, 'value' | 'rateKind' | 'reason'> {
  /** Random: a person who knows it may name the destination. */
  readonly id: string;
  readonly invoiceId: string;
  readonly app: App;
  readonly asset: Asset;
  /** Canonical; null if the customer names it. */
  readonly recipient: string | null;
  readonly isCustomers: boolean;
  readonly by: ChangedBy;
}

/**
 * Checks what needs no lock. Throws Problem: not_found, exceeds_paid, those by requireRight, and one that names the
 * value, the coin or the destination. Calls the network, so it must not run within a commit.
 */
export async function checkRefund(instance: Instance, asked: AskedRefund, by: ChangedBy): Promise<WantedRefund> {
  const { invoiceId, value, named, destination, rateKind, reason, promised } = asked;
  const { db, clock } = instance;
  const invoice = isUuid(invoiceId) ? await findInvoice(db, invoiceId) : null;
  const app = invoice === null ? null : await ownAppOrNull(db, invoice.appId, by.caller);
  if (invoice === null || app === null) throw new Problem('not_found', { detail: 'There is no such invoice.' });
  requireRight('refund_prepared', by.caller, app, clock.now());
  // An unpaid invoice has no coin to choose. The bound is checked again in the commit.
  await valueToRefund(db, instance, invoice, value);
  const asset = chooseAsset(instance, app, largestFirst(await listSucceeded(db, [invoice.id])), named);
  const written = destination === null ? null : await readDestination(instance, asset, destination);
  const recipient = promised?.recipient ?? written;
  const id = promised?.id ?? instance.newSecretId();
  const isCustomers = (promised?.recipient ?? null) !== null;
  return { id, invoiceId: invoice.id, value, rateKind, reason, app, asset, recipient, isCustomers, by };
}

export interface MadeRefund {
  readonly refund: Refund;
  readonly view: ReturnType<typeof refundView>;
}

/** Throws the Problems of checkRefund, and rate_unavailable. */
export async function makeRefund(trx: Queryable, instance: Instance, wanted: WantedRefund): Promise<MadeRefund> {
  const { app, asset, recipient, isCustomers, by, invoiceId } = wanted;
  const made = await openBooks(trx, instance, { invoices: [invoiceId] }, async (books) => {
    const invoice = books.invoice(invoiceId);
    const paid = largestFirst(await listSucceeded(trx, [invoiceId]));
    const drafted = draft(wanted, {
      now: books.timeOf(invoice.appId),
      invoice,
      value: await valueToRefund(trx, instance, invoice, wanted.value),
      paid,
    });
    const judged = { thing: 'refund', app, subjectId: drafted.id, before: null, after: { recipient } } as const;
    await judgeChange(trx, instance, by, judged);
    if (recipient === null) requireSendable(instance, drafted, { asset, app });
    const refund =
      recipient === null
        ? drafted
        : { ...(await quoteRefund(trx, books, drafted, { asset, app, recipient })), isCustomers };
    await insertRefund(trx, refund);
    emitRefund(books, 'created', { refund, report: null });
    if (refund.status === 'ready') emitRefund(books, 'ready', { refund, report: null });
    return refund;
  });
  const view = refundView(instance, made, null);
  const of = { appId: made.appId };
  await auditChange(trx, instance, by, { of, action: 'refund.created', subjectId: made.id, before: null, after: view });
  return { refund: made, view };
}

interface Drafted {
  /** On the clock of the app. */
  readonly now: Date;
  readonly invoice: Invoice;
  /** In minor units. */
  readonly value: bigint;
  /** The confirmed payments, largest first. */
  readonly paid: readonly Transaction[];
}

function draft({ id, asset, rateKind, reason }: WantedRefund, { now, invoice, value, paid }: Drafted): Refund {
  const payment = paid.find(({ assetId }) => assetId === asset.id);
  if (rateKind === 'locked' && payment === undefined)
    throw fieldProblem('rate_kind', 'no_payment', 'No payment has this coin, so it has no locked rate. Use current.');
  const locked = rateKind === 'locked' ? payment : undefined;
  return {
    id,
    appId: invoice.appId,
    invoiceId: invoice.id,
    currency: invoice.currency,
    value,
    assetId: asset.id,
    rateKind,
    rate: locked?.rate ?? null,
    rateEvidence: locked?.rateEvidence ?? null,
    reason,
    ...unsent,
    createdAt: now,
    updatedAt: now,
  };
}

function largestFirst(paid: readonly Transaction[]): Transaction[] {
  return paid.toSorted((one, other) => (one.credited === other.credited ? 0 : one.credited < other.credited ? 1 : -1));
}
