// Connects networks: suggested or own endpoints, checked before they are saved, and networks that are not built in.
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorNetwork } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { words } from '../../../words/words.ts';
import { OperatorOnly } from '../operator-only.tsx';
import { AddNetwork } from './add-network.tsx';
import { ConnectNetwork } from './connect-network.tsx';

export function NetworksScreen() {
  return (
    <OperatorOnly title={words.operator.networks} above={[{ to: '/console/operator', words: words.places.operator }]}>
      <NetworkList />
      <AddNetwork />
    </OperatorOnly>
  );
}

const everyMillis = 5_000;

function NetworkList() {
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const networks = useQuery({
    queryKey: ['operator', 'networks'],
    queryFn: ({ signal }) => api.get<OperatorNetwork[]>('/operator/networks', {}, signal),
    refetchInterval: everyMillis,
  });
  const wanted = filter.trim().toLowerCase();
  const shown = networks.data?.filter(({ name, symbol }) => `${name} ${symbol}`.toLowerCase().includes(wanted)) ?? [];
  return (
    <Section title={words.operator.networks} about={words.operatorNetworks.about}>
      <TextInput
        type="search"
        label={words.operatorNetworks.filter}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {networks.isPending ? <Awaited lines={4} /> : null}
      {networks.error === null ? null : <NotAnswered error={networks.error} again={() => void networks.refetch()} />}
      <RowList label={words.operator.networks}>
        {shown.map((network) => (
          <NetworkRow
            key={network.symbol}
            network={network}
            isOpen={open === network.symbol}
            toggle={() => setOpen(open === network.symbol ? null : network.symbol)}
          />
        ))}
      </RowList>
    </Section>
  );
}

interface NetworkRowProps {
  readonly network: OperatorNetwork;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function NetworkRow({ network, isOpen, toggle }: NetworkRowProps) {
  const isConnected = network.addresses.length > 0;
  return (
    <Row
      title={network.name}
      marks={
        <>
          <ConnectionBadge network={network} />
          {network.test ? <StatusBadge status="test" name={words.operator.test} tone="quiet" /> : null}
        </>
      }
      detail={isOpen ? undefined : <Endpoints network={network} />}
      form={isOpen ? <ConnectNetwork network={network} /> : undefined}
    >
      {network.changeable ? (
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={toggle}>
          {isOpen
            ? words.operatorNetworks.close
            : isConnected
              ? words.operatorNetworks.change
              : words.operatorNetworks.connect}
        </Button>
      ) : null}
    </Row>
  );
}

/** The endpoints in use, or the part of the configuration that sets them. */
function Endpoints({ network }: { readonly network: OperatorNetwork }) {
  if (network.source === 'environment' || network.source === 'file') {
    const source = network.source === 'environment' ? network.variable : 'quittance.json';
    return <Text size="sm">{words.operatorNetworks.fixed({ source })}</Text>;
  }
  return <bdi>{network.addresses.join(' · ')}</bdi>;
}

function ConnectionBadge({ network }: { readonly network: OperatorNetwork }) {
  if (!network.enabled) return <StatusBadge status="off" name={words.operatorNetworks.off} tone="quiet" />;
  if (network.state === 'not_in_use')
    return <StatusBadge status="not_in_use" name={words.operatorNetworks.notConnected} tone="quiet" />;
  if (network.state === 'away' || network.state === 'halted')
    return <StatusBadge status={network.state} name={words.networkStates[network.state]} tone="bad" />;
  return <StatusBadge status="connected" name={words.operatorNetworks.connected} tone="good" />;
}
