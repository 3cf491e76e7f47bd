// POST /refund: prepares a refund. The merchant's own wallet sends it.
import type { Static } from 'typebox';
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { requireRight } from '../../../core/effects/require-effects.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Call, type Operation, operation } from '../../../io/http/operation.ts';
import { decimal, isUuid, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { findInvoice, type Invoice } from '../../money/ledger/invoice-store.ts';
import { openBooks } from '../../money/ledger/open-books.ts';
import { listSucceeded, type Transaction } from '../../money/ledger/transaction-store.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import type { App } from '../../people/apps/store.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { chooseAsset } from './acts/choose-asset.ts';
import { emitRefund } from './acts/follow-refund.ts';
import { quoteRefund, requireSendable } from './acts/quote-refund.ts';
import { readDestination } from './acts/read-destination.ts';
import { valueToRefund } from './acts/value-to-refund.ts';
import { answerWithPsbt } from './psbt/answer-with-psbt.ts';
import { confirmField, rateKindField, reasonField, toField } from './refund-body.ts';
import { insertRefund, type Refund, unsent } from './refund-store.ts';
import { RefundView, refundView } from './view.ts';

const Body = Type.Object(
  fieldsOf('refund', {
    invoice_id: uuid,
    fiat_value: Type.Optional({
      ...decimal,
      description: [
        "In the invoice's currency. Default: what is left of the overpaid amount. If nothing was overpaid, all that",
        'can still be refunded.',
      ].join(' '),
    }),
    overpaid: Type.Optional(Type.Literal(true, { description: 'Refunds exactly what was overpaid.' })),
    cryptocurrency: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: 'Default: the coin of the largest payment.' }),
    ),
    network: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: 'Default: the network of the largest payment.' }),
    ),
    to: toField,
    confirm: confirmField,
    rate_kind: Type.Optional({ ...rateKindField, default: 'locked' }),
    reason: reasonField,
  }),
  {
    additionalProperties: false,
    examples: [{ invoice_id: '3f1b7c52-6a0e-4a51-9d38-0c6d2b1f8e44', overpaid: true, rate_kind: 'locked' }],
  },
);
type RefundBody = Static<typeof Body>;

export function createRefund(instance: Instance): Operation {
  return operation({
    id: 'createRefund',
    method: 'POST',
    path: '/refund',
    group: 'Refunds',
    summary: 'Prepare a refund',
    description: [
      'Nothing here can send coins. With `to`, the answer has the amount and the transfer to sign in your wallet.',
      'Without it, the customer names the destination at `refund_url`. The transfer is then found on the chain. On a',
      'UTXO network, a repeated request with the same Idempotency-Key gets the answer without the PSBT',
      '(`not_prepared`).',
    ].join(' '),
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'refund',
    body: Body,
    status: 201,
    answer: RefundView,
    problems: ['not_found', 'exceeds_paid', 'rate_unavailable'],
    handle: async ({ body, caller, origin, commit }) => {
      const invoice = isUuid(body.invoice_id) ? await findInvoice(instance.db, body.invoice_id) : null;
      const app = invoice === null ? null : await ownAppOrNull(instance.db, invoice.appId, caller);
      if (invoice === null || app === null) throw new Problem('not_found', { detail: 'There is no such invoice.' });
      requireRight('refund_prepared', caller, app, instance.clock.now());
      // An unpaid invoice has no coin to choose. The bound is checked again in the commit.
      await valueToRefund(instance.db, instance, invoice, body);
      const paid = largestFirst(await listSucceeded(instance.db, [invoice.id]));
      const asset = chooseAsset(instance, app, paid, body);
      const written = { to: body.to ?? '', isConfirmed: body.confirm === true };
      const recipient = body.to === undefined ? null : await readDestination(instance, asset, written);
      const wanted = { body, app, asset, recipient, by: { caller, origin } };
      return answerWithPsbt(instance, { commit, change: (trx) => make(trx, instance, invoice.id, wanted) });
    },
  });
}

interface WantedRefund {
  readonly body: RefundBody;
  readonly app: App;
  readonly asset: Asset;
  /** Canonical; null if the customer names it. */
  readonly recipient: string | null;
  readonly by: Pick<Call<unknown, unknown, unknown>, 'caller' | 'origin'>;
}

async function make(trx: Queryable, instance: Instance, invoiceId: string, wanted: WantedRefund) {
  const { app, asset, recipient, by } = wanted;
  const made = await openBooks(trx, instance, { invoices: [invoiceId] }, async (books) => {
    const invoice = books.invoice(invoiceId);
    const paid = largestFirst(await listSucceeded(trx, [invoiceId]));
    const drafted = draft(instance, wanted, {
      now: books.timeOf(invoice.appId),
      invoice,
      value: await valueToRefund(trx, instance, invoice, wanted.body),
      paid,
    });
    const judged = { thing: 'refund', app, subjectId: drafted.id, before: null, after: { recipient } } as const;
    await judgeChange(trx, instance, by, judged);
    if (recipient === null) requireSendable(instance, drafted, { asset, app });
    const refund = recipient === null ? drafted : await quoteRefund(trx, books, drafted, { asset, app, recipient });
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

function draft(instance: Instance, { body, asset }: WantedRefund, { now, invoice, value, paid }: Drafted): Refund {
  const rateKind = body.rate_kind ?? 'locked';
  const payment = paid.find(({ assetId }) => assetId === asset.id);
  if (rateKind === 'locked' && payment === undefined)
    throw fieldProblem('rate_kind', 'no_payment', 'No payment has this coin, so it has no locked rate. Use current.');
  const locked = rateKind === 'locked' ? payment : undefined;
  return {
    id: instance.newSecretId(),
    appId: invoice.appId,
    invoiceId: invoice.id,
    currency: invoice.currency,
    value,
    assetId: asset.id,
    rateKind,
    rate: locked?.rate ?? null,
    rateEvidence: locked?.rateEvidence ?? null,
    reason: body.reason ?? null,
    ...unsent,
    createdAt: now,
    updatedAt: now,
  };
}

function largestFirst(paid: readonly Transaction[]): Transaction[] {
  return paid.toSorted((one, other) => (one.credited === other.credited ? 0 : one.credited < other.credited ? 1 : -1));
}
