// The reason why a payment waits for the merchant, for the customer.
import type { Transaction } from '../../rules/payment-objects.ts';
import type { Words } from '../../words/words.ts';

/** A payment: `reason` as in unmatched payments, the symbol of its coin and the name of its network. */
export interface Came {
  readonly reason: string;
  readonly coin: string;
  readonly network: string;
}

/** `asked`: the attempt that the payment was meant for. Returns '' if there is no reason to show. */
export function whyItWaits({ reason, coin, network }: Came, asked: Transaction | undefined, { came }: Words): string {
  switch (reason) {
    case 'wrong_asset':
      return differs(asked?.cryptocurrency.symbol, coin, (symbol) => came.wrongCoin({ coin: symbol }));
    case 'wrong_network':
      return differs(asked?.network.name, network, (name) => came.wrongNetwork({ network: name }));
    case 'held':
      return came.late;
    case 'invoice_canceled':
      return came.canceled;
    case 'unknown':
    case 'ambiguous':
      return came.unclear;
    default:
      return '';
  }
}

/** The customer may have paid an attempt that `asked` has replaced. */
function differs(wanted: string | undefined, came: string, say: (wanted: string) => string): string {
  return wanted === undefined || wanted === came ? '' : say(wanted);
}
