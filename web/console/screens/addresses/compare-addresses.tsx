// The first three addresses of an extended public key, to compare with the wallet: a check that only the merchant can
// make.
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import type { App, AppAddress } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { Address } from '../../parts/address.tsx';
import { words } from '../../words/words.ts';

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
    said: words.addresses.keyRemoved,
    done: close,
  });
  return (
    <Modal
      opened={address !== null}
      onClose={close}
      title={words.addresses.compare}
      size="lg"
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>
        <Text>{words.addresses.compareMore}</Text>
        <List type="ordered" spacing="xs">
          {address?.derived_addresses.map((one) => (
            <List.Item key={one}>
              <Address value={one} copies={false} />
            </List.Item>
          ))}
        </List>
        <Alert color="amber" variant="light">
          {words.addresses.compareRisk}
        </Alert>
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={remove.isRunning}
            onClick={() => address !== null && remove.run(address.id)}
          >
            {words.addresses.differ}
          </Button>
          <Button onClick={close}>{words.addresses.same}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
