// The places where the shop is paid already, extended public keys with their first addresses to compare.
import { Stack, Text } from '@mantine/core';
import type { AppAddress } from '../../../../../sdk/src/generated/api.ts';
import { Address } from '../../../parts/address.tsx';

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
              <Text>
                Compare with your wallet: these must be its first three receiving addresses. If they are not, take the
                key out again in the settings before anybody pays.
              </Text>
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
