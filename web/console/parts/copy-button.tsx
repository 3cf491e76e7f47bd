// A button that copies a text and confirms it.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { copyText } from '../../checkout/browser/clipboard.ts';
import { type Words, words } from '../words/words.ts';

const saidMillis = 2000;

/** The names of the messages "Copy the …". */
export type CopyTarget = keyof Words['copy'];

/** `what` names the copied thing to screen readers. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: CopyTarget }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    setOutcome((await copyText(text)) ? 'copied' : 'refused');
    setTimeout(() => setOutcome(null), saidMillis);
  };
  const shown = {
    copied: words.common.copied,
    refused: words.common.copyRefused,
    none: words.common.copy,
  }[outcome ?? 'none'];
  return (
    <Button
      variant="default"
      size="xs"
      data-copies=""
      aria-label={outcome === null ? words.copy[what] : shown}
      onClick={copy}
    >
      {shown}
    </Button>
  );
}
