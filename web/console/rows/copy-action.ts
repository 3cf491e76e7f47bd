// The action of a row that copies a text and confirms it.
import { notifications } from '@mantine/notifications';
import { copyText } from '../../checkout/browser/clipboard.ts';
import type { CopyTarget } from '../parts/copy-button.tsx';
import { words } from '../words/words.ts';
import type { RowAct } from './row-acts.ts';

export function copying(what: CopyTarget, text: string): RowAct {
  return { words: words.copy[what], act: () => void copyAloud(text) };
}

export async function copyAloud(text: string): Promise<void> {
  const isCopied = await copyText(text);
  notifications.show({
    message: isCopied ? words.common.copiedToClipboard : words.common.copyByHand({ text }),
  });
}
