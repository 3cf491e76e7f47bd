// A customer who has paid and sees nothing says with which chain transaction, and may prove it by its sender's
// signature.
import { useId, useState } from 'preact/hooks';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
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
  const claim = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setFault(null);
    setBusy(true);
    try {
      if (hash.trim() === '') throw new Error('Enter the hash first.');
      const { transaction: now, attached } = await checkout.api.claim(transaction.id, hash.trim(), signature.trim());
      setText(attached ? null : (now.claim_text ?? null));
      if (attached) checkout.accept(now);
    } catch (error) {
      setFault((error as Error).message);
      document.getElementById(id)?.focus();
    }
    setBusy(false);
  };
  const face = text === null ? 'Find my payment' : 'Send';
  return (
    <form class="sender claim" onSubmit={claim} noValidate>
      <label for={id}>Transaction hash, as your wallet or exchange shows it</label>
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
      <p role="status">
        {text !== null &&
          'Noted. It shows here by itself once it can be told to be yours; if it cannot, the merchant sees what you said.'}
      </p>
      {text !== null && (
        <>
          <p>To prove it now, sign this text with the wallet that sent it:</p>
          <p>
            <span class="mono break">{text}</span> <CopyButton text={text} what="the text to sign" />
          </p>
          <label for={`${id}-signature`}>Its signature</label>
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
        {isBusy ? <Busy>Looking for it…</Busy> : face}
      </button>
    </form>
  );
}

const plainInput = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;
