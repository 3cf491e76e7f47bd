// The used addresses of an extended public key, and a warning before the wallet's gap limit hides payments.
import { Alert, Progress, Text } from '@mantine/core';
import type { AppAddress } from '../../../../sdk/typescript/src/generated/api.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

/** BIP-44: wallets stop looking for payments after this many unused addresses in a row. */
const gapLimit = 20;

export function GapMeter({ address }: { readonly address: AppAddress }) {
  const unused = address.unused_in_a_row ?? 0;
  const isWide = unused >= gapLimit;
  return (
    <div>
      <Text size="sm">
        {joined(
          words.addresses.gap({
            next: <span className="figures">{address.next_index}</span>,
            unused: <span className="figures">{unused}</span>,
            limit: gapLimit,
          }),
        )}
      </Text>
      <Progress
        value={Math.min(100, (unused / gapLimit) * 100)}
        color={isWide ? 'amber' : 'green'}
        mt={6}
        maw="24rem"
        aria-label={words.addresses.gapLabel}
      />
      {isWide ? (
        <Alert color="amber" variant="light" mt="xs">
          {words.addresses.gapWide({ limit: unused + gapLimit })}
        </Alert>
      ) : null}
    </div>
  );
}
