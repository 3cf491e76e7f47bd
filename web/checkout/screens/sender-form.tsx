// The form for everyone who does not pay from a browser wallet: where the money will come from.
import { useEffect, useId, useState } from 'preact/hooks';
import { Busy } from '../parts/busy.tsx';
import { addressFault, namesSender } from '../rules/address-text.ts';
import type { Offer } from '../rules/payment-objects.ts';

interface Props {
  readonly offer: Offer;
  /** Whether there is a better way above. */
  readonly second: boolean;
  readonly busy: boolean;
  /** What the service said against the address. */
  readonly refused: string | null;
  readonly onSubmit: (from: string) => void;
}

export function SenderForm(props: Props) {
  const { network, cryptocurrency } = props.offer;
  const [from, setFrom] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const byAccount = namesSender(network);
  const shown = fault ?? props.refused;
  useEffect(() => {
    if (props.refused !== null) document.getElementById(id)?.focus();
  }, [props.refused]);
  const submit = (event: Event): void => {
    event.preventDefault();
    const found = addressFault(from.trim(), network);
    setFault(found);
    if (found === null) props.onSubmit(from.trim());
    else document.getElementById(id)?.focus();
  };
  return (
    <form class="sender" onSubmit={submit} noValidate>
      <label for={id}>{byAccount ? 'Address you will send from' : 'Your refund address'}</label>
      <input
        id={id}
        class="address-input"
        value={from}
        onInput={(event) => setFrom(event.currentTarget.value)}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={shown !== null}
        aria-describedby={`${id}-hint ${id}-fault`}
      />
      <p id={`${id}-fault`} class="field-fault" aria-live="polite">
        {shown}
      </p>
      <p id={`${id}-hint`} class="hint">
        {byAccount
          ? 'Your payment is recognised by it. Paying from an exchange? Enter an address of your own for refunds; then make sure that exactly the amount shown arrives, after the exchange has taken its fee.'
          : `Payments on ${network.name} do not show who sent them. If money has to go back, it goes here: enter an address of your own, not one of an exchange.`}
      </p>
      <button class={props.second ? 'secondary' : 'primary'} type="submit" disabled={props.busy}>
        {props.busy ? <Busy>Getting your price…</Busy> : `Continue with ${cryptocurrency.symbol}`}
      </button>
    </form>
  );
}
