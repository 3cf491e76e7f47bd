// Renders the open tasks of a merchant for the API: the kind, the number, the time and the advice.

import { nullable, time } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import { mostCounted } from './attention-store.ts';

/** The advice for each kind, the most urgent first. */
export const advice = {
  addresses_tampered:
    'Compare these addresses with your wallet: somebody changed them past the service, so quotes stand still.',
  records_tampered:
    'Ask the operator to run `quittance audit`: these records were changed past the service. Quotes stand still.',
  members_tampered: 'Remove these members, or give them a role again: somebody wrote them past the service.',
  addresses_unsafe: 'Replace these addresses, or confirm them: payments there may be lost.',
  payout_changes_waiting: 'Stop these changes of where you are paid, unless you asked for them.',
  app_token_known: 'Make a new main app token: a former owner may know the present one.',
  payments_reorged: [
    'Do not deliver yet: the chain took back these payments. Have the customer pay again, or cancel or settle the',
    'invoice.',
  ].join(' '),
  network_halted: 'Ask the operator to look: nobody reads this network until a person has resumed it.',
  network_away: 'Ask the operator whether its endpoints answer: nobody can pay on this network now.',
  network_behind: 'Wait, or ask the operator: payments on this network are seen late.',
  no_rate: 'No source has a fresh price now. If that lasts, ask the operator for a source that has this pair.',
  amounts_crowded:
    'Enter an extended public key: at this fixed address half of the amounts that tell customers apart are taken.',
  visitors_crowded:
    'Look at the invoices of your payment links: very many were made. Only visitors who make many have to wait.',
  visitor_addresses_used:
    'Look at the invoices of your payment links: most are unpaid. Beyond `unpaid_addresses_max` they share an address.',
  addresses_blocked: 'Add another address: the issuer of a token has blocked this one.',
  webhooks_disabled: 'Mend the endpoint, switch it on again and replay what it missed.',
  webhooks_failing: 'Look at what the endpoint answers: it is switched off after five days of failures.',
  claims_waiting: 'Look at what these customers say they paid, and assign or dismiss it.',
  unlisted_tokens:
    'Look at the history of these invoices: a token came that is not accepted. Settle the invoice if you take it.',
  receipts_held_back: 'Send these customers the link of their receipt: too many were mailed within an hour.',
  unmatched_payments: 'Assign each to the invoice that it is for, or dismiss it.',
} as const;
export type AttentionKind = keyof typeof advice;

export const AttentionView = Type.Array(
  Type.Object({
    kind: Type.Unsafe<AttentionKind>({ type: 'string', enum: Object.keys(advice) }),
    count: Type.Integer({ maximum: mostCounted, description: 'Counted up to 100.' }),
    is_more: Type.Boolean(),
    since: nullable({ ...time, description: 'Of the oldest; null where nobody noted it.' }),
    ids: Type.Array(Type.String(), {
      maxItems: 5,
      description:
        'Those that wait longest; for `no_rate`, of app cryptocurrencies; for payments, tokens, receipts, of invoices.',
    }),
    what_to_do: Type.String(),
  }),
  { description: 'The most urgent first; empty where nothing needs anybody.' },
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
