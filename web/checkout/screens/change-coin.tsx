// Replaces one attempt by another. Needs a confirmation, since the customer may already have paid.
import { useState } from 'preact/hooks';
import { Busy } from '../parts/busy.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';

export function ChangeCoin({ checkout, transaction }: { checkout: CheckoutState; transaction: Transaction }) {
  const [step, setStep] = useState<'closed' | 'asking' | 'busy'>('closed');
  const [problem, setProblem] = useState<string | null>(null);
  const words = useWords();
  const cancel = async (): Promise<void> => {
    setStep('busy');
    setProblem(null);
    try {
      checkout.accept(await checkout.api.cancel(transaction.id));
    } catch (error) {
      setProblem(faultText(error, words));
      setStep('asking');
    }
  };
  if (step === 'closed') {
    return (
      <button class="quiet-link" type="button" onClick={() => setStep('asking')}>
        {words.changeCoin.title}
      </button>
    );
  }
  return (
    <fieldset class="change-coin">
      <legend class="off-screen">{words.changeCoin.title}</legend>
      <p>{words.changeCoin.onlyIf({ notSent: <strong>{words.changeCoin.notSent}</strong> })}</p>
      {problem && <p role="alert">{problem}</p>}
      <div class="row">
        <button class="secondary small" type="button" onClick={() => setStep('closed')}>
          {words.changeCoin.stay}
        </button>
        <button class="secondary small" type="button" disabled={step === 'busy'} onClick={cancel}>
          {step === 'busy' ? <Busy>{words.changeCoin.closing}</Busy> : words.changeCoin.again}
        </button>
      </div>
    </fieldset>
  );
}
