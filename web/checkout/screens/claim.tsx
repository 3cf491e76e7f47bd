// For customers who have paid and see nothing: they name the chain transaction, and the service looks at it.
import { useId, useState } from 'preact/hooks';
import { Busy } from '../parts/busy.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { Desk } from '../use-checkout.ts';

export function Claim({ desk, transaction }: { desk: Desk; transaction: Transaction }) {
  const [hash, setHash] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const id = useId();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (busy || hash.trim() === '') return;
    setBusy(true);
    setAnswer(null);
    try {
      const outcome = await desk.api.claim(transaction.id, hash.trim());
      setAnswer(
        outcome === 'attached'
          ? 'Found. This page follows it from here.'
          : 'Thank you. It could not be matched for certain, so the merchant will look at it.',
      );
    } catch (error) {
      setAnswer((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <details class="claim">
      <summary>I have paid, but nothing shows</summary>
      <form onSubmit={submit}>
        <label for={id}>Transaction hash, as your wallet or exchange shows it</label>
        <input
          id={id}
          class="address-input"
          value={hash}
          onInput={(event) => setHash(event.currentTarget.value)}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
        <button class="secondary small" type="submit" disabled={busy}>
          {busy ? <Busy>Looking it up…</Busy> : 'Find my payment'}
        </button>
        <p role="status">{answer}</p>
      </form>
    </details>
  );
}
