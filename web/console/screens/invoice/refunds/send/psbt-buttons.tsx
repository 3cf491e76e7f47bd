// The PSBT of a refund, for wallets that sign one.
import { Button, Group } from '@mantine/core';
import type { Refund } from '../../../../../../sdk/src/generated/api.ts';
import { saveFile } from '../../../../lists/save-file.ts';
import { CopyButton } from '../../../../parts/copy-button.tsx';
import { words } from '../../../../words/words.ts';
import { psbtOf } from './refund-transfer.ts';

/** Draws nothing for a refund without a PSBT. */
export function PsbtButtons({ refund }: { readonly refund: Pick<Refund, 'id' | 'unsigned'> }) {
  const psbt = psbtOf(refund);
  if (psbt === null) return null;
  return (
    <Group gap="xs">
      <Button onClick={() => saveFile(`refund-${refund.id}.psbt`, [bytesOf(psbt)], 'application/octet-stream')}>
        {words.refunds.downloadPsbt}
      </Button>
      <CopyButton text={psbt} what="psbt" />
    </Group>
  );
}

/** Files with the ending .psbt are binary (BIP-174). */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
