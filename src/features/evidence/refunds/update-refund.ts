// PUT /refund/{id}: the customer names the destination once; the merchant may change it while the refund is ready.
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Call, type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, nullable } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { openBooks } from '../../money/ledger/open-books.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import type { App } from '../../people/apps/store.ts';
import { auditChange, byCustomer } from '../../people/audit/audit-change.ts';
import { assetOf, emitRefund } from './acts/follow-refund.ts';
import { quoteRefund } from './acts/quote-refund.ts';
import { readDestination } from './acts/read-destination.ts';
import { anyRefund, reportOf, seenAs } from './own-refund.ts';
import { confirmField, reasonField, toField } from './refund-body.ts';
import { type Refund, updateRefund as writeRefund } from './refund-store.ts';
import { publicRefundView, RefundView, refundView } from './view.ts';

const Body = Type.Object(
  fieldsOf('refund', { to: toField, confirm: confirmField, reason: Type.Optional(nullable(reasonField)) }),
  { additionalProperties: false, examples: [{ to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }] },
);

export function updateRefund(instance: Instance): Operation {
  return operation({
    id: 'updateRefund',
    method: 'PUT',
    path: '/refund/:id',
    group: 'Refunds',
    summary: 'Update refund',
    description: [
      'Without authentication: the customer gives `to`, once. The merchant may change it until a transfer was seen. The',
      'earlier destination stays watched, because a transfer to it may be on its way.',
    ].join(' '),
    access: {
      public: true,
      cookie: true,
      pat: 'refunds:write',
      appToken: true,
      oauth2: 'refunds:write',
      permission: 'refund',
    },
    writes: 'refund',
    params: idInPath,
    body: Body,
    answer: RefundView,
    problems: ['address_given', 'refund_not_changeable', 'rate_unavailable'],
    handle: async ({ params, body, caller, origin, commit }) => {
      const found = await anyRefund(instance.db, params.id);
      const { app, isMerchant } = await seenAs(instance.db, found, caller);
      if (!isMerchant) refuseForCustomer(found, body);
      const written = { to: body.to ?? '', isConfirmed: body.confirm === true };
      const asset = assetOf(instance, found);
      const recipient = body.to === undefined ? null : await readDestination(instance, asset, written);
      const wanted = { recipient, reason: body.reason, app, isMerchant, by: { caller, origin } };
      return commit((trx) => change(trx, instance, found, wanted));
    },
  });
}

function refuseForCustomer({ recipient }: Refund, body: { readonly to?: string; readonly reason?: string | null }) {
  if (body.reason !== undefined) throw fieldProblem('reason', 'not_allowed', 'Only the merchant may change it.');
  if (body.to === undefined) throw fieldProblem('to', 'required', 'Give the address that the refund is sent to.');
  if (recipient !== null) throw new Problem('address_given');
}

interface WantedChange {
  /** Canonical; null for no change. */
  readonly recipient: string | null;
  readonly reason: string | null | undefined;
  readonly app: App;
  readonly isMerchant: boolean;
  readonly by: Pick<Call<unknown, unknown, unknown>, 'caller' | 'origin'>;
}

async function change(trx: Queryable, instance: Instance, { id, invoiceId }: Refund, wanted: WantedChange) {
  const { app, by, isMerchant } = wanted;
  const { before, after } = await openBooks(trx, instance, { invoices: [invoiceId] }, async (books) => {
    const before = await anyRefund(trx, id);
    if (isMerchant) {
      const after = { recipient: wanted.recipient ?? before.recipient };
      await judgeChange(trx, instance, by, { thing: 'refund', app, subjectId: id, before, after });
    }
    const noted = { ...before, reason: wanted.reason === undefined ? before.reason : wanted.reason };
    const redirected = await redirect(trx, instance, noted, wanted);
    const after = { ...redirected, updatedAt: books.now };
    await writeRefund(trx, after);
    if (before.status === 'awaiting_address' && after.status === 'ready')
      emitRefund(books, 'ready', { refund: after, report: null });
    return { before, after };
  });
  const report = await reportOf(trx, after);
  const views = [before, after].map((one) => refundView(instance, one, report));
  await auditChange(trx, instance, isMerchant ? by : byCustomer(by.origin), {
    of: { appId: after.appId },
    action: 'refund.updated',
    subjectId: id,
    before: views[0] ?? null,
    after: views[1] ?? null,
  });
  return (isMerchant ? refundView : publicRefundView)(instance, after, report);
}

/** Throws Problem address_given for a customer, and refund_not_changeable once a transfer was seen. */
async function redirect(
  trx: Queryable,
  instance: Instance,
  refund: Refund,
  { recipient, app, isMerchant }: WantedChange,
): Promise<Refund> {
  if (recipient === null || recipient === refund.recipient) return refund;
  if (!isMerchant && refund.recipient !== null) throw new Problem('address_given');
  if (refund.status !== 'awaiting_address' && refund.status !== 'ready') throw new Problem('refund_not_changeable');
  const terms = { asset: assetOf(instance, refund), app, recipient };
  return { ...(await quoteRefund(trx, instance, refund, terms)), isCustomers: !isMerchant };
}
