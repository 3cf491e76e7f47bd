// One value to copy into a wallet: a click anywhere on its row copies it, and its text can be selected.
import type { PageWords } from '../words/page-words.ts';
import { make, makeButton } from './make-element.ts';

export interface CopyRow {
  readonly label: string;
  /** Copied exactly. */
  readonly text: string;
  /** Names the value for screen readers: 'the amount'. */
  readonly what: string;
  /** The text as it is shown. */
  readonly shown: HTMLElement;
}

const saidMillis = 2_500;

export function copyRow({ label, text, what, shown }: CopyRow, { texts }: PageWords): HTMLElement {
  const face = make('span', { 'aria-live': 'polite' }, texts.copy);
  const copy = async (): Promise<void> => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    face.textContent = copied ? texts.copied : texts.copyFailed;
    setTimeout(() => face.replaceChildren(texts.copy), saidMillis);
  };
  const button = makeButton('', () => undefined, { class: 'copy' });
  button.append(face, make('span', { class: 'off-screen' }, ` ${what}`));
  const row = make('div', { class: 'fact' }, make('dt', {}, label), make('dd', {}, shown, button));
  row.addEventListener('click', () => {
    if (getSelection()?.isCollapsed !== false) void copy();
  });
  return row;
}
