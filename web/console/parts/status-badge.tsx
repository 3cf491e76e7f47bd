// A status as a word on a colour. The colour is only an aid.
import { Badge } from '@mantine/core';
import { type Words, words } from '../words/words.ts';

type Tone = 'good' | 'moving' | 'act' | 'bad' | 'quiet';

const colours: Readonly<Record<Tone, string>> = {
  good: 'green',
  moving: 'blue',
  act: 'amber',
  bad: 'red',
  quiet: 'gray',
};

/** Statuses of invoices, transactions, unmatched payments, webhooks, deliveries and networks. */
const known: Readonly<Record<string, readonly [name: keyof Words['statuses'], tone: Tone]>> = {
  open: ['awaiting', 'quiet'],
  partially_paid: ['underpaid', 'act'],
  paid: ['paid', 'good'],
  expired: ['expired', 'quiet'],
  canceled: ['canceled', 'quiet'],
  processing: ['confirming', 'moving'],
  success: ['confirmed', 'good'],
  rejected: ['failed', 'bad'],
  overpaid: ['overpaid', 'act'],
  paid_late: ['late', 'act'],
  settled_manually: ['markedPaid', 'quiet'],
  reorged: ['reversed', 'bad'],
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

/** The name of the status of a payment: a quote without a seen payment is awaiting payment. */
export const paymentStatus = ({ status, hash }: { readonly status: string; readonly hash: string | null }): string =>
  status === 'processing' && hash === null ? words.statuses.awaiting : statusWords(status);

export function PaymentBadge(payment: { readonly status: string; readonly hash: string | null }) {
  const tone = payment.hash === null && payment.status === 'processing' ? 'quiet' : undefined;
  return <StatusBadge status={payment.status} name={paymentStatus(payment)} tone={tone} />;
}

/** `name` and `tone` are for statuses that are not in the list. */
export function StatusBadge({
  status,
  name,
  tone,
}: {
  readonly status: string;
  readonly name?: string;
  readonly tone?: Tone;
}) {
  return <Badge color={colours[tone ?? known[status]?.[1] ?? 'quiet']}>{name ?? statusWords(status)}</Badge>;
}
