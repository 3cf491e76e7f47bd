// Why a payment waits for the merchant, where the customer can be given a reason.
import type { Transaction } from '../../../rules/payment-objects.ts';
import type { Words } from '../../../words/words.ts';

/** A payment: `reason` as in unmatched payments, the symbol of its coin and the name of its network. */
export interface Came {
  readonly reason: string;
  readonly coin: string;
  readonly network: string;
}

/** `asked`: the attempt that it was meant for. Returns '' where no reason can be given. */
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

/** The attempt may have taken the place of the one that was paid. */
function differs(wanted: string | undefined, came: string, say: (wanted: string) => string): string {
  return wanted === undefined || wanted === came ? '' : say(wanted);
}
