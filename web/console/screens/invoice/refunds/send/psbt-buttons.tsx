// The PSBT of a refund, for wallets that sign one.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { Refund } from '../../../../../../sdk/typescript/src/generated/api.ts';
import { saveFile } from '../../../../lists/save-file.ts';
import { CopyButton } from '../../../../parts/copy-button.tsx';
import { Coin } from '../../../../parts/money.tsx';
import { joined } from '../../../../words/text-with-elements.ts';
import { words } from '../../../../words/words.ts';
import { psbtOf } from './refund-transfer.ts';

/** Draws nothing for a refund without a PSBT. */
export function PsbtButtons({ refund }: { readonly refund: Refund }) {
  const psbt = psbtOf(refund);
  if (psbt === null) return null;
  const { network_fee: fee, cryptocurrency: symbol } = refund;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button onClick={() => saveFile(`refund-${refund.id}.psbt`, [bytesOf(psbt)], 'application/octet-stream')}>
          {words.refunds.downloadPsbt}
        </Button>
        <CopyButton text={psbt} what="psbt" />
      </Group>
      {fee == null ? null : (
        <Text size="sm" className="soft">
          {joined(words.refunds.networkFee({ fee: <Coin amount={fee} symbol={symbol} /> }))}
        </Text>
      )}
    </Stack>
  );
}

/** Files with the ending .psbt are binary (BIP-174). */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
