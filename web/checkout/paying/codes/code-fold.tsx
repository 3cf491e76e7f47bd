// Folds a code on a phone, which cannot scan its own screen. Elsewhere the code is always visible: see
// style/late/paying.css.
import type { ComponentChildren } from 'preact';
import { useFold } from '../../parts/use-fold.ts';
import { useWords } from '../../words/words.ts';

export function CodeFold({ children }: { children: ComponentChildren }) {
  const { instructions } = useWords();
  return (
    <details class="code-fold" ref={useFold(phone)}>
      <summary>{instructions.showCode}</summary>
      {children}
    </details>
  );
}

/** Upright or on its side; the same as in style/late/paying.css. */
const phone = '(pointer: coarse) and (max-width: 48rem), (pointer: coarse) and (max-height: 30rem)';
