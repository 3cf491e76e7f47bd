// A button that copies a text and says so.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { copyText } from '../../checkout/outside/clipboard.ts';

const saidMillis = 2000;

/** `what` completes "Copy …" for those who do not see what stands beside it: 'the address'. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    setOutcome((await copyText(text)) ? 'copied' : 'refused');
    setTimeout(() => setOutcome(null), saidMillis);
  };
  const words = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Select it by hand' : 'Copy';
  return (
    <Button
      variant="default"
      size="xs"
      data-copies=""
      aria-label={`${words} ${outcome === null ? what : ''}`.trim()}
      onClick={copy}
    >
      {words}
    </Button>
  );
}
