// The app's present addresses; extended public keys with their first addresses to compare.
import { Stack, Text } from '@mantine/core';
import type { AppAddress } from '../../../../../sdk/typescript/src/generated/api.ts';
import { Address } from '../../../parts/address.tsx';
import { words } from '../../../words/words.ts';

export function AddressList({ addresses }: { readonly addresses: readonly AppAddress[] }) {
  return (
    <>
      {addresses.map((one) => (
        <Stack key={one.id} gap="xs">
          <Text fw={600}>{one.network.name}</Text>
          {one.kind === 'address' ? (
            <Address value={one.value} />
          ) : (
            <>
              <Text>{words.firstRun.compare}</Text>
              {one.derived_addresses.map((address) => (
                <Address key={address} value={address} />
              ))}
            </>
          )}
        </Stack>
      ))}
    </>
  );
}
