// Giving up one attempt for another. Asked twice, because money may already be under way.
import { useState } from 'preact/hooks';
import { Busy } from '../parts/busy.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';

export function ChangeCoin({ checkout, transaction }: { checkout: CheckoutState; transaction: Transaction }) {
  const [step, setStep] = useState<'closed' | 'asking' | 'busy'>('closed');
  const [problem, setProblem] = useState<string | null>(null);
  const cancel = async (): Promise<void> => {
    setStep('busy');
    setProblem(null);
    try {
      checkout.accept(await checkout.api.cancel(transaction.id));
    } catch (error) {
      setProblem((error as Error).message);
      setStep('asking');
    }
  };
  if (step === 'closed') {
    return (
      <button class="quiet-link" type="button" onClick={() => setStep('asking')}>
        Pay in another way
      </button>
    );
  }
  return (
    <fieldset class="change-coin">
      <legend class="off-screen">Pay in another way</legend>
      <p>
        Only if you have <strong>not sent anything yet</strong>. If you have, stay here and wait.
      </p>
      {problem && <p role="alert">{problem}</p>}
      <div class="row">
        <button class="secondary small" type="button" onClick={() => setStep('closed')}>
          Stay here
        </button>
        <button class="secondary small" type="button" disabled={step === 'busy'} onClick={cancel}>
          {step === 'busy' ? <Busy>Closing this attempt…</Busy> : 'I have not sent, choose again'}
        </button>
      </div>
    </fieldset>
  );
}
