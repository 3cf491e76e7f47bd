// The form in which a customer who has paid but sees no payment enters the hash of the chain transaction. The server
// reads it where no script runs.
import { createContext } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import type { Transaction } from '../rules/payment-objects.ts';
import { payAddress } from '../start/public-path.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';
import { Busy } from './busy.tsx';

/** The hash that the server refused, while it draws the answer to a form that was sent without a script; or null. */
export const RefusedHash = createContext<string | null>(null);

export function ClaimForm({ checkout, transaction }: { checkout: CheckoutState; transaction: Transaction }) {
  const refused = useContext(RefusedHash);
  const [hash, setHash] = useState(refused ?? '');
  const [isBusy, setBusy] = useState(false);
  const [isNoted, setNoted] = useState(false);
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
      await checkout.claim(transaction, hash.trim());
      setNoted(true);
    } catch (error) {
      setFault(faultText(error, words));
      document.getElementById(id)?.focus();
    }
    setBusy(false);
  };
  const action = `${payAddress(transaction.invoice_id)}/claim`;
  return (
    <form class="sender claim" method="post" action={action} onSubmit={claim} noValidate>
      <input type="hidden" name="transaction" value={transaction.id} />
      <label for={id}>{words.claim.label}</label>
      <input
        id={id}
        class="address-input"
        name="hash"
        maxLength={200}
        value={hash}
        onInput={(event) => {
          setHash(event.currentTarget.value);
          setNoted(false);
        }}
        {...plainInput}
        aria-invalid={fault !== null || refused !== null}
        aria-describedby={refused === null ? `${id}-fault` : 'answer'}
      />
      <p id={`${id}-fault`} class="field-fault" aria-live="polite">
        {fault}
      </p>
      <p role="status">{isNoted && words.claim.noted}</p>
      <button class="secondary" type="submit">
        {isBusy ? <Busy>{words.claim.looking}</Busy> : words.claim.find}
      </button>
    </form>
  );
}

/** Attributes that keep browsers from changing a typed hash or signature. */
export const plainInput = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false, dir: 'ltr' } as const;
