// Renders the open tasks of a merchant for the API: the kind, the number, the time and the advice.

import { nullable, time } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import { mostCounted } from './attention-store.ts';

/** The advice for each kind, the most urgent first. */
export const advice = {
  addresses_tampered:
    'Compare these addresses with your wallet: they were changed directly in the database, so quotes are stopped.',
  records_tampered:
    'Ask the operator to run `quittance audit`: records were changed directly in the database. Quotes are stopped.',
  members_tampered: 'Remove these members, or give them a role again: they were changed directly in the database.',
  addresses_unsafe: 'Replace these addresses, or confirm them: payments there may be lost.',
  payout_changes_waiting: 'Stop these payout changes unless you asked for them.',
  app_token_known: 'Make a new main app token: a former owner may know the current one.',
  payments_reorged: [
    'Do not deliver yet: the chain took back these payments. Ask the customer to pay again, or cancel or settle the',
    'invoice.',
  ].join(' '),
  shop_not_notified:
    'Refund or settle these orders: more or less than the total was paid, and your shop cannot be notified of that.',
  refunds_exceed_paid:
    'Do not send these refunds: the payments no longer cover them. Wait until the payment is back, or cancel them.',
  network_halted: 'Notify the operator: this network is not read until an operator resumes it.',
  network_away: 'Ask the operator whether its endpoints answer: payments on this network are not possible now.',
  network_behind: 'Wait, or ask the operator: payments on this network are seen late.',
  no_rate: 'No source has a fresh price now. If that lasts, ask the operator for a source with this pair.',
  support_contact_missing: 'Set a support contact before going live: customers write to it when a payment seems lost.',
  amounts_crowded: 'Enter an extended public key: at this fixed address, half of the distinct amounts are taken.',
  visitors_crowded:
    'Check the invoices of your payment links: very many were made. Only visitors who make many have to wait.',
  visitor_addresses_used:
    'Check the invoices of your payment links: most are unpaid. Beyond `unpaid_addresses_max` they share an address.',
  addresses_blocked: 'Add another address: the issuer of a token has blocked this one.',
  webhooks_disabled: 'Fix the endpoint, enable it again and replay the missed events.',
  webhooks_failing: 'Check the responses of the endpoint: it is disabled after five days of failures.',
  claims_waiting: 'Check the payments that these customers claim, and assign or dismiss them.',
  refunds_after_cancellation: 'Check these refunds: a transfer came after they were canceled, and it counts.',
  refunds_differ: 'Send the exact amount of these refunds, or accept the amount that was sent.',
  pull_payments_waiting:
    'Name the invoice of each of these refunds, or archive them: your shop did not name one that is certain.',
  refunds_waiting: 'Send these refunds from your wallet, or cancel them.',
  unlisted_tokens:
    'Check the history of these invoices: an unaccepted token arrived. Settle the invoice if you accept it.',
  receipts_held_back:
    'Send these customers the link to their receipt or refund: too many mails were sent within an hour.',
  unmatched_payments: 'Assign each payment to its invoice, or dismiss it.',
} as const;
export type AttentionKind = keyof typeof advice;

export const AttentionView = Type.Array(
  Type.Object({
    kind: Type.Unsafe<AttentionKind>({ type: 'string', enum: Object.keys(advice) }),
    count: Type.Integer({ maximum: mostCounted, description: 'Counted up to 100.' }),
    is_more: Type.Boolean(),
    since: nullable({ ...time, description: 'The time of the oldest; null if it is not known.' }),
    ids: Type.Array(Type.String(), {
      maxItems: 5,
      description:
        'The oldest ones. For `no_rate`, ids of app cryptocurrencies; for payments, tokens and receipts, of invoices.',
    }),
    what_to_do: Type.String(),
  }),
  { description: 'The most urgent first; empty if there is nothing to do.' },
);

/** The open tasks of one kind. `count` is one above the limit if there are more. */
export interface Concern {
  readonly kind: AttentionKind;
  readonly count: number;
  readonly since: Date | null;
  readonly ids: readonly string[];
}

export function attentionView(concerns: readonly Concern[]) {
  const byKind = new Map(concerns.map((one) => [one.kind, one]));
  return (Object.keys(advice) as AttentionKind[]).flatMap((kind) => {
    const concern = byKind.get(kind);
    if (concern === undefined || concern.count === 0) return [];
    const { count, since, ids } = concern;
    return [
      {
        kind,
        count: Math.min(count, mostCounted),
        is_more: count > mostCounted,
        since: since?.toISOString() ?? null,
        ids: ids.slice(0, 5),
        what_to_do: advice[kind],
      },
    ];
  });
}
