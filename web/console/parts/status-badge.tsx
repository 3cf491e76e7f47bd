// A status as a word on a colour. The colour is only an aid.
import { Badge, Group } from '@mantine/core';
import { type Words, words } from '../words/words.ts';

type Tone = 'good' | 'moving' | 'act' | 'bad' | 'quiet';

const colours: Readonly<Record<Tone, string>> = {
  good: 'green',
  moving: 'blue',
  act: 'amber',
  bad: 'red',
  quiet: 'gray',
};

/** Statuses of invoices, transactions, refunds, unmatched payments, webhooks, deliveries and networks. */
const known: Readonly<Record<string, readonly [name: keyof Words['statuses'], tone: Tone]>> = {
  open: ['awaiting', 'quiet'],
  partially_paid: ['underpaid', 'act'],
  paid: ['paid', 'good'],
  expired: ['expired', 'quiet'],
  canceled: ['canceled', 'quiet'],
  processing: ['confirming', 'moving'],
  success: ['confirmed', 'good'],
  rejected: ['failedOrReversed', 'bad'],
  overpaid: ['overpaid', 'act'],
  paid_late: ['late', 'act'],
  settled_manually: ['markedPaid', 'quiet'],
  reorged: ['reversed', 'bad'],
  refunded: ['refunded', 'quiet'],
  partially_refunded: ['partlyRefunded', 'quiet'],
  awaiting_address: ['awaitingAddress', 'quiet'],
  ready: ['readyToSend', 'act'],
  seen: ['seen', 'moving'],
  sent: ['sent', 'good'],
  waiting: ['unmatched', 'act'],
  assigned: ['assigned', 'good'],
  dismissed: ['dismissed', 'quiet'],
  withdrawn: ['reversed', 'bad'],
  pending: ['pending', 'moving'],
  delivered: ['delivered', 'good'],
  failed: ['failed', 'bad'],
  failing: ['failing', 'act'],
  disabled: ['disabled', 'bad'],
  enabled: ['enabled', 'good'],
};

/** The name of a status. */
export function statusWords(status: string): string {
  const name = known[status]?.[0];
  return name === undefined ? status.replaceAll('_', ' ') : words.statuses[name];
}

/** The parts of a transaction that name its state. */
export interface PaymentState {
  readonly status: string;
  readonly reason: string | null;
  readonly hash: string | null;
  /** The rule that tied the payment to its invoice. */
  readonly matched_by?: string | null;
}

type StateName = keyof Words['statuses'];

/** Without a seen payment it is a quote. A rejected payment failed, or was reversed by the chain. */
function stateOf({ status, reason, hash }: PaymentState): readonly [name: StateName, tone: Tone] | undefined {
  if (status === 'processing' && hash === null) return ['awaiting', 'quiet'];
  if (status === 'rejected') return [reason === 'reorged' ? 'reversed' : 'failed', 'bad'];
  if (status === 'canceled' && reason === 'expired') return ['expired', 'quiet'];
  return known[status];
}

/** The name of the state of a payment. */
export function paymentStatus(payment: PaymentState): string {
  const name = stateOf(payment)?.[0];
  return name === undefined ? statusWords(payment.status) : words.statuses[name];
}

/** A second badge if a team member assigned the payment, or if it came after its quote ended. */
export function PaymentBadge({ payment }: { readonly payment: PaymentState }) {
  const badge = <StatusBadge status={payment.status} name={paymentStatus(payment)} tone={stateOf(payment)?.[1]} />;
  if (payment.reason !== 'late') return badge;
  return (
    <Group gap={6} component="span" display="inline-flex">
      {badge}
      <StatusBadge status={payment.matched_by === 'merchant' ? 'assigned' : 'paid_late'} />
    </Group>
  );
}

/** `name` and `tone` are for statuses that are not in the list. */
export function StatusBadge({
  status,
  name,
  tone,
}: {
  readonly status: string;
  readonly name?: string;
  readonly tone?: Tone | undefined;
}) {
  return <Badge color={colours[tone ?? known[status]?.[1] ?? 'quiet']}>{name ?? statusWords(status)}</Badge>;
}
