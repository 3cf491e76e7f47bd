// While a payment of the customer may be waiting, another payment is offered only by a quiet link.
import type { ComponentChildren } from 'preact';
import { useWords } from '../words/words.ts';

/** Draws the children as they are unless `when` is true. */
export function PayAnyway({ when, children }: { when: boolean; children: ComponentChildren }) {
  const { choosing } = useWords();
  if (!when) return <>{children}</>;
  return (
    <details class="pay-anyway">
      <summary>{choosing.payAnyway}</summary>
      {children}
    </details>
  );
}

/** The button to pay; a quiet link unless `isCalm`. */
export function PayButton(props: { isCalm: boolean; onClick: () => void; children: ComponentChildren }) {
  return (
    <button class={props.isCalm ? 'primary' : 'quiet-link'} type="button" onClick={props.onClick}>
      {props.children}
    </button>
  );
}
