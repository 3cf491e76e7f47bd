// Pays on the test network, where the service makes the blocks and no wallet exists.
import { useState } from 'preact/hooks';
import { Notice } from '../parts/notices.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';

interface Props {
  readonly checkout: CheckoutState;
  readonly transaction: Transaction;
}

const kinds = ['paid', 'underpaid', 'overpaid'] as const;

export function TestPayment({ checkout, transaction }: Props) {
  const words = useWords();
  const { title, pay, less, more } = words.testPayment;
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (kind: (typeof kinds)[number]): Promise<void> => {
    setSent(true);
    setProblem(null);
    try {
      await checkout.api.payTest(transaction.id, kind);
    } catch (error) {
      setProblem(faultText(error, words));
      setSent(false);
    }
  };
  return (
    <div class="ways">
      <Notice kind="warning">{title}</Notice>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <div class="test-payment">
        {kinds.map((kind) => (
          <button
            key={kind}
            class={kind === 'paid' ? 'button primary' : 'button secondary small'}
            type="button"
            disabled={isSent}
            onClick={() => void send(kind)}
          >
            {{ paid: pay, underpaid: less, overpaid: more }[kind]}
          </button>
        ))}
      </div>
      <p class="waiting">
        <span class="pulse" aria-hidden="true" />
        {words.awaiting.waiting}
      </p>
    </div>
  );
}
