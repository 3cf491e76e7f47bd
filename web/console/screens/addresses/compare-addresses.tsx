// The first three addresses of an extended public key, to be held beside the wallet: the one check that nobody else
// can make.
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import type { App, AppAddress } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { Address } from '../../parts/address.tsx';

export interface CompareAddressesProps {
  readonly app: App;
  /** null: closed. */
  readonly address: AppAddress | null;
  readonly close: () => void;
}

export function CompareAddresses({ app, address, close }: CompareAddressesProps) {
  const remove = useAct<string>({
    act: (id) => api.delete(`/app-address/${id}`),
    refreshes: [
      ['app-addresses', app.id],
      ['payout-changes', app.id],
    ],
    said: 'The key is removed. Look in your wallet for the key of the account that you receive with.',
    done: close,
  });
  return (
    <Modal
      opened={address !== null}
      onClose={close}
      title="Compare with your wallet"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text>These are the first three addresses of the key. Your wallet must show the same when you receive.</Text>
        <List type="ordered" spacing="xs">
          {address?.derived_addresses.map((one) => (
            <List.Item key={one}>
              <Address value={one} copies={false} />
            </List.Item>
          ))}
        </List>
        <Alert color="amber" variant="light">
          If they differ, money that customers send goes where you do not look for it.
        </Alert>
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={remove.isRunning}
            onClick={() => address !== null && remove.run(address.id)}
          >
            They differ: remove the key
          </Button>
          <Button onClick={close}>They are the same</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
