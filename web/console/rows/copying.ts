// Copying as an act of a row, which says that it was done.
import { notifications } from '@mantine/notifications';
import { copyText } from '../../checkout/outside/clipboard.ts';
import type { RowAct } from './row-acts.ts';

/** `what` completes both "Copy …" and "… is copied": 'the link'. */
export function copying(what: string, text: string): RowAct {
  return { words: `Copy ${what}`, act: () => void copyAloud(what, text) };
}

export async function copyAloud(what: string, text: string): Promise<void> {
  const begun = what.charAt(0).toUpperCase() + what.slice(1);
  const isCopied = await copyText(text);
  notifications.show({
    message: isCopied ? `${begun} is copied.` : `This browser does not copy. ${begun}: ${text}`,
  });
}
