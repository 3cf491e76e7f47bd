// What the app is paid with: one switch per coin and network, its limits, and how the network is.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { App } from '../../../../sdk/src/generated/api.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { NoApp } from '../../parts/no-app.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { addressesQuery, networksQuery } from '../addresses/address-queries.ts';
import { acceptedQuery, cryptocurrenciesQuery, rowsOf } from './coin-queries.ts';
import { NetworkCoins } from './network-coins.tsx';

export function CoinsScreen() {
  const { app, isKnown } = useApp();
  if (app !== null) return <CoinsOf key={app.id} app={app} />;
  return <Screen title="Coins">{isKnown ? <NoApp what="Coins that you are paid with" /> : <Awaited />}</Screen>;
}

function CoinsOf({ app }: { readonly app: App }) {
  // Health changes by itself.
  const networks = useQuery({ ...networksQuery, refetchInterval: 15_000 });
  const all = useQuery({ ...cryptocurrenciesQuery, refetchInterval: 15_000 });
  const accepted = useQuery(acceptedQuery(app.id));
  const addresses = useQuery(addressesQuery(app.id));
  const queries = [networks, all, accepted, addresses];
  const failed = queries.find(({ error, data }) => error !== null && data === undefined);
  if (failed?.error) {
    const again = () => queries.forEach((one) => void one.refetch());
    return (
      <Screen title="Coins">
        <NotAnswered error={failed.error} again={again} />
      </Screen>
    );
  }
  if (!networks.data || !all.data || !accepted.data || !addresses.data) {
    return (
      <Screen title="Coins">
        <Awaited lines={8} />
      </Screen>
    );
  }
  const rows = rowsOf(app, {
    networks: networks.data,
    cryptocurrencies: all.data,
    accepted: accepted.data,
    addresses: addresses.data,
  });
  return (
    <Screen title="Coins">
      <Text c="dimmed">
        {app.environment === 'development'
          ? 'This is a test shop: it takes coins of test networks, which are worth nothing.'
          : 'A switch decides from the next payment on; payments that are open go on as they were begun.'}
      </Text>
      {rows.length === 0 ? (
        <EmptyState title="No networks for this kind of shop">
          Whoever runs this service has to name an endpoint of{' '}
          {app.environment === 'development' ? 'a test network' : 'a main network'} first.
        </EmptyState>
      ) : (
        rows.map((one) => <NetworkCoins key={one.network.symbol} app={app} {...one} />)
      )}
    </Screen>
  );
}
