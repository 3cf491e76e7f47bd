// Copies one exact text and says so.
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

/** How copying went, for as long as it is worth saying, and what the button says meanwhile. */
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
