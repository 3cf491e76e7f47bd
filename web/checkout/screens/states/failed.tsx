// The last payment failed: the reason, the next step, and the merchant's contact.

import { PayButton } from '../../parts/pay-anyway.tsx';
import type { Invoice, Transaction } from '../../rules/payment-objects.ts';
import { useWords, type Words } from '../../words/words.ts';
import { AskMerchant } from './ask-merchant.tsx';
import { Ring } from './progress-ring.tsx';

interface Props {
  readonly invoice: Invoice;
  readonly transaction: Transaction;
  /** Otherwise the button is a quiet link. */
  readonly isCalm: boolean;
  readonly onPayAgain: () => void;
}

export function Failed({ invoice, transaction, isCalm, onPayAgain }: Props) {
  const words = useWords();
  return (
    <section class="card closed">
      <Ring look="failed" />
      <h1>{transaction.reason === 'reorged' ? words.failed.titleReorged : words.failed.title}</h1>
      <p>{whatHappened(transaction, words)}</p>
      <p>{transaction.reason === 'reorged' ? words.failed.nextReorged : words.failed.next}</p>
      <PayButton isCalm={isCalm} onClick={onPayAgain}>
        {words.failed.payAgain}
      </PayButton>
      <AskMerchant invoice={invoice} />
    </section>
  );
}

function whatHappened({ reason, network }: Transaction, { failed }: Words): string {
  if (reason === 'failed_on_chain') return failed.onChain({ network: network.name });
  if (reason === 'double_spent') return failed.doubleSpent;
  if (reason === 'reorged') return failed.reorged({ network: network.name });
  return failed.rejected({ network: network.name });
}
