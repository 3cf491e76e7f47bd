// Changes of where money goes that wait for their time: what, from when on, and a button that ends them.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { App, AppAddress, PayoutChange } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { personQuery } from '../../outside/queries.ts';
import { useAct } from '../../outside/use-act.ts';
import { Address } from '../../parts/address.tsx';
import { NetworkName } from '../../parts/networks/network-name.tsx';
import { Time } from '../../parts/time.tsx';

export interface PayoutChangesProps {
  readonly app: App;
  readonly waiting: readonly PayoutChange[];
  readonly addresses: readonly AppAddress[];
}

export function PayoutChanges({ app, waiting, addresses }: PayoutChangesProps) {
  if (waiting.length === 0) return null;
  return waiting.map((change) => (
    <Waiting
      key={change.id}
      app={app}
      change={change}
      address={addresses.find(({ id }) => id === change.address_id) ?? null}
    />
  ));
}

interface WaitingProps {
  readonly app: App;
  readonly change: PayoutChange;
  readonly address: AppAddress | null;
}

function Waiting({ app, change, address }: WaitingProps) {
  const { data: person } = useQuery(personQuery);
  const refreshes = [
    ['app-addresses', app.id],
    ['payout-changes', app.id],
    ['attention', app.id],
  ];
  const stop = useAct({
    act: () => api.post(`/payout-change/${change.id}/stop`),
    refreshes,
    said: 'Stopped. Customers go on paying where they did.',
  });
  const approve = useAct({
    act: () => api.post(`/payout-change/${change.id}/approve`),
    refreshes,
    said: 'Let through. Customers are shown it from now on.',
  });
  const isOwn = change.requested_by === person?.id;
  return (
    <Alert color="amber" variant="light" title="A new address waits">
      <Stack gap="sm">
        <Text>
          {address === null ? 'It' : <NetworkName network={address.network} />}: customers are shown it{' '}
          <Time at={change.effective_at} />, and pay where they did until then. Was this not you or one of yours? Then
          stop it, and change your password.
        </Text>
        {address === null ? null : address.kind === 'xpub' ? (
          <span className="mono" dir="ltr">
            {address.value}
          </span>
        ) : (
          <Address value={address.value} copies={false} />
        )}
        <Group gap="xs">
          <Button color="red" loading={stop.isRunning} onClick={() => stop.run()}>
            Stop it
          </Button>
          {isOwn ? null : (
            <Button variant="default" loading={approve.isRunning} onClick={() => approve.run()}>
              Let it through now
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
