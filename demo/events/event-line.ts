// Formats an event as one line.
import type { VerifiedEvent } from './webhook-receiver.ts';

/** The type and the main facts of an event. */
export function eventLine({ type, data }: VerifiedEvent): string {
  if (type.startsWith('invoice.')) return `${data.paid} of ${data.total} ${data.currency} paid${exceptionsOf(data)}`;
  if (type.startsWith('transaction.')) {
    const symbol = data.cryptocurrency.symbol;
    const reason = data.reason === null ? '' : ` (${data.reason})`;
    switch (type) {
      case 'transaction.created':
        return `${data.amount} ${symbol} requested`;
      case 'transaction.detected':
        return `${data.received_amount} ${symbol} seen`;
      case 'transaction.succeeded':
        return `${data.received_amount} ${symbol} confirmed${reason}`;
      default:
        return `${symbol}${reason}`;
    }
  }
  return '';
}

function exceptionsOf(invoice: VerifiedEvent['data']): string {
  return invoice.exceptions.length === 0 ? '' : ` (${invoice.exceptions.join(', ')})`;
}
