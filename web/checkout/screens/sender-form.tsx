// The form for everyone who does not pay from a browser wallet: where the money will come from.
import { useEffect, useId, useState } from 'preact/hooks';
import { Busy } from '../parts/busy.tsx';
import { addressFault, namesSender } from '../rules/address-text.ts';
import type { Offer } from '../rules/payment-objects.ts';
import { useWords } from '../words/words.ts';

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
  const words = useWords();
  const byAccount = namesSender(network);
  const shown = fault ?? props.refused;
  useEffect(() => {
    if (props.refused !== null) document.getElementById(id)?.focus();
  }, [props.refused]);
  const submit = (event: Event): void => {
    event.preventDefault();
    const found = addressFault(from.trim(), network, words);
    setFault(found);
    if (found === null) props.onSubmit(from.trim());
    else document.getElementById(id)?.focus();
  };
  return (
    <form class="sender" onSubmit={submit} noValidate>
      <label for={id}>{byAccount ? words.sender.label : words.sender.refundLabel}</label>
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
        {byAccount ? words.sender.hint : words.sender.refundHint({ network: network.name })}
      </p>
      <button class={props.second ? 'secondary' : 'primary'} type="submit" disabled={props.busy}>
        {props.busy ? <Busy>{words.choosing.gettingPrice}</Busy> : words.sender.go({ coin: cryptocurrency.symbol })}
      </button>
    </form>
  );
}
