// Copies one exact text and confirms it.
import { useEffect, useState } from 'preact/hooks';
import { copyText } from '../browser/clipboard.ts';
import { useWords } from '../words/words.ts';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const { face, outcome, copy } = useCopy(text);
  return (
    <button class={`copy ${outcome}`} type="button" data-copy={text} onClick={copy}>
      <span aria-live="polite">{face}</span>
      <span class="off-screen"> {what}</span>
    </button>
  );
}

/** The result of the last copy, for a few seconds, and the button's text meanwhile. */
export function useCopy(text: string) {
  const { instructions: words } = useWords();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => setOutcome((await copyText(text)) ? 'copied' : 'failed');
  const face = { none: words.copy, copied: words.copied, failed: words.copyFailed }[outcome];
  return { face, outcome, copy };
}
