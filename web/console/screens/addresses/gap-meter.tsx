// How far an extended public key has come, and whether the wallet still looks far enough to see what was paid.
import { Alert, Progress, Text } from '@mantine/core';
import type { AppAddress } from '../../../../sdk/src/generated/api.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

/** By custom (BIP-44): wallets look for money at so many addresses in a row that nothing came to. */
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
