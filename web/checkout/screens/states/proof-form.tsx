// A customer who named a chain transaction can prove by its sender's signature that it is theirs.
import { useId, useState } from 'preact/hooks';
import { Busy } from '../../parts/busy.tsx';
import { plainInput } from '../../parts/claim-form.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import type { Transaction } from '../../rules/payment-objects.ts';
import type { CheckoutState } from '../../use-checkout.ts';
import { faultText } from '../../words/fault-text.ts';
import { useWords } from '../../words/words.ts';

export function ProofForm(props: { checkout: CheckoutState; transaction: Transaction; hash: string }) {
  const { checkout, transaction, hash } = props;
  const [signature, setSignature] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const words = useWords();
  const text = transaction.claim_text.replace('{hash}', hash);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setFault(null);
    setBusy(true);
    try {
      if (signature.trim() === '') throw new Error(words.claim.enterSignature);
      await checkout.claim(transaction, hash, signature.trim());
    } catch (error) {
      setFault(faultText(error, words));
      document.getElementById(id)?.focus();
    }
    setBusy(false);
  };
  return (
    <form class="sender claim proof" onSubmit={send} noValidate>
      <p>{words.claim.noted}</p>
      <p>{words.claim.prove}</p>
      <p class="claim-text">
        <span class="mono break" dir="ltr">
          {text}
        </span>
        <CopyButton text={text} what={words.instructions.theText} />
      </p>
      <label for={id}>{words.claim.signature}</label>
      <input
        id={id}
        class="address-input"
        value={signature}
        onInput={(event) => setSignature(event.currentTarget.value)}
        {...plainInput}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
      />
      <p id={`${id}-fault`} class="field-fault" aria-live="polite">
        {fault}
      </p>
      <button class="secondary" type="submit">
        {isBusy ? <Busy>{words.claim.looking}</Busy> : words.claim.send}
      </button>
    </form>
  );
}
