// One value to copy into a wallet: a click anywhere on its row copies it, and its text can be selected.
import type { ComponentChildren } from 'preact';
import { useCopy } from '../parts/copy-button.tsx';
import { addressGroups } from '../rules/address-text.ts';

interface Props {
  readonly label: string;
  /** The exact text that is copied. */
  readonly text: string;
  /** Names the value for screen readers: 'the amount'. */
  readonly what: string;
  /** The text as it is shown. */
  readonly children: ComponentChildren;
}

export function CopyRow({ label, text, what, children }: Props) {
  const { face, outcome, copy } = useCopy(text);
  const copyUnlessSelecting = (event: MouseEvent): void => {
    const selection = getSelection();
    const isSelecting = selection?.isCollapsed === false && selection.containsNode(event.currentTarget as Node, true);
    if (!isSelecting) void copy();
  };
  const press = (event: MouseEvent): void => {
    event.stopPropagation();
    void copy();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards and readers
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div class="fact" data-copy={text} onClick={copyUnlessSelecting}>
      <dt>{label}</dt>
      <dd>
        {children}
        <button class={`copy ${outcome}`} type="button" onClick={press}>
          <span aria-live="polite">{face}</span>
          <span class="off-screen"> {what}</span>
        </button>
      </dd>
    </div>
  );
}

/** Shown in groups of four and copied as one line: between the groups are only line-break opportunities. */
export function Address({ address, quiet }: { address: string; quiet?: boolean }) {
  return (
    <span class={quiet ? 'address quiet' : 'address'} dir="ltr" translate={false}>
      {addressGroups(address).map((group, index) => (
        <span key={index}>
          {group}
          <wbr />
        </span>
      ))}
    </span>
  );
}

/** '49.9 USDT', from left to right in every language. */
export function Amount({ amount, coin }: { amount: string; coin: string }) {
  return (
    <bdi class="amount" dir="ltr">
      {amount} <span class="unit">{coin}</span>
    </bdi>
  );
}
