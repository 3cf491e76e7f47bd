// How a thing stands, as a word on a colour. The word says it all: the colour only helps to find it.
import { Badge } from '@mantine/core';

type Tone = 'good' | 'moving' | 'act' | 'bad' | 'quiet';

const colours: Readonly<Record<Tone, string>> = {
  good: 'green',
  moving: 'blue',
  act: 'amber',
  bad: 'red',
  quiet: 'gray',
};

/** Invoices, transactions, unmatched payments, webhooks and their deliveries, networks. */
const known: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  open: ['Open', 'quiet'],
  partially_paid: ['Partly paid', 'act'],
  paid: ['Paid', 'good'],
  expired: ['Expired', 'quiet'],
  canceled: ['Canceled', 'quiet'],
  processing: ['On its way', 'moving'],
  success: ['Confirmed', 'good'],
  rejected: ['Rejected', 'bad'],
  overpaid: ['Overpaid', 'act'],
  paid_late: ['Paid late', 'act'],
  settled_manually: ['Settled by hand', 'quiet'],
  reorged: ['Taken back by the chain', 'bad'],
  waiting: ['Waits for you', 'act'],
  assigned: ['Assigned', 'good'],
  dismissed: ['Dismissed', 'quiet'],
  withdrawn: ['Gone from the chain', 'bad'],
  pending: ['Waiting', 'moving'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
  failing: ['Failing', 'act'],
  disabled: ['Switched off', 'bad'],
  enabled: ['On', 'good'],
};

/** How a status is called. */
export function statusWords(status: string): string {
  return known[status]?.[0] ?? status.replaceAll('_', ' ');
}

/** `words` and `tone` are for what is not among the known. */
export function StatusBadge({
  status,
  words,
  tone,
}: {
  readonly status: string;
  readonly words?: string;
  readonly tone?: Tone;
}) {
  const [knownWords, knownTone] = known[status] ?? [status.replaceAll('_', ' '), 'quiet'];
  return <Badge color={colours[tone ?? knownTone]}>{words ?? knownWords}</Badge>;
}
