// A customer who has paid and sees nothing says with which chain transaction, and may prove it by its sender's
// signature.
import { useId, useState } from 'preact/hooks';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';
import { Busy } from './busy.tsx';
import { CopyButton } from './copy-button.tsx';

export function ClaimForm({ checkout, transaction }: { checkout: CheckoutState; transaction: Transaction }) {
  const [hash, setHash] = useState('');
  const [signature, setSignature] = useState('');
  /** What the sender may sign; null while nobody was asked. */
  const [text, setText] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const words = useWords();
  const claim = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setFault(null);
    setBusy(true);
    try {
      if (hash.trim() === '') throw new Error(words.claim.enter);
      const { transaction: now, attached } = await checkout.api.claim(transaction.id, hash.trim(), signature.trim());
      setText(attached ? null : (now.claim_text ?? null));
      if (attached) checkout.accept(now);
    } catch (error) {
      setFault(faultText(error, words));
      document.getElementById(id)?.focus();
    }
    setBusy(false);
  };
  const face = text === null ? words.claim.find : words.claim.send;
  return (
    <form class="sender claim" onSubmit={claim} noValidate>
      <label for={id}>{words.claim.label}</label>
      <input
        id={id}
        class="address-input"
        value={hash}
        onInput={(event) => {
          setHash(event.currentTarget.value);
          setText(null);
        }}
        {...plainInput}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
      />
      <p id={`${id}-fault`} class="field-fault" aria-live="polite">
        {fault}
      </p>
      <p role="status">{text !== null && words.claim.noted}</p>
      {text !== null && (
        <>
          <p>{words.claim.prove}</p>
          <p>
            <span class="mono break">{text}</span> <CopyButton text={text} what={words.instructions.theText} />
          </p>
          <label for={`${id}-signature`}>{words.claim.signature}</label>
          <input
            id={`${id}-signature`}
            class="address-input"
            value={signature}
            onInput={(event) => setSignature(event.currentTarget.value)}
            {...plainInput}
          />
        </>
      )}
      <button class="secondary" type="submit">
        {isBusy ? <Busy>{words.claim.looking}</Busy> : face}
      </button>
    </form>
  );
}

const plainInput = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;
