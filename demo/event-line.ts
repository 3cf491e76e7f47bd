// How an event reads in one line.
import type { VerifiedEvent } from './webhook-receiver.ts';

/** The facts of an event that a person watching wants to know. */
export function eventLine({ type, data }: VerifiedEvent): string {
  if (type.startsWith('invoice.')) return `${data.paid} of ${data.total} ${data.currency} paid${exceptionsOf(data)}`;
  if (type.startsWith('transaction.')) {
    const symbol = data.cryptocurrency.symbol;
    if (type === 'transaction.created') return `${data.amount} ${symbol} asked for`;
    const reason = data.reason === null ? '' : ` (${data.reason})`;
    return data.received_amount === null ? `${symbol}${reason}` : `${data.received_amount} ${symbol} came${reason}`;
  }
  return '';
}

function exceptionsOf(invoice: VerifiedEvent['data']): string {
  return invoice.exceptions.length === 0 ? '' : ` (${invoice.exceptions.join(', ')})`;
}
