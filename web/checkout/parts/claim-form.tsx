// A customer who has paid and sees nothing says with which chain transaction; the service looks at it at once.
import { useId, useState } from 'preact/hooks';
import type { Transaction } from '../rules/payment-objects.ts';
import type { Desk } from '../use-checkout.ts';
import { Busy } from './busy.tsx';

export function ClaimForm({ desk, transaction }: { desk: Desk; transaction: Transaction }) {
  const [hash, setHash] = useState('');
  const [step, setStep] = useState<'asking' | 'busy' | 'noted'>('asking');
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const claim = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (step === 'busy') return;
    setFault(null);
    setStep('busy');
    try {
      if (hash.trim() === '') throw new Error('Enter the hash first.');
      const { transaction: now, attached } = await desk.api.claim(transaction.id, hash.trim());
      setStep('noted');
      if (attached) desk.accept(now);
    } catch (error) {
      setFault((error as Error).message);
      setStep('asking');
      document.getElementById(id)?.focus();
    }
  };
  return (
    <form class="sender claim" onSubmit={claim} noValidate>
      <label for={id}>Transaction hash, as your wallet or exchange shows it</label>
      <input
        id={id}
        class="address-input"
        value={hash}
        onInput={(event) => {
          setHash(event.currentTarget.value);
          setStep('asking');
        }}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
      />
      <p id={`${id}-fault`} class="field-fault" aria-live="polite">
        {fault}
      </p>
      <p role="status">
        {step === 'noted' &&
          'Noted. It shows here by itself once it can be told to be yours; if it cannot, the merchant sees what you said.'}
      </p>
      <button class="secondary" type="submit">
        {step === 'busy' ? <Busy>Looking for it…</Busy> : 'Find my payment'}
      </button>
    </form>
  );
}
