// The coins that the app accepts: one switch per coin and network, with limits and the network's state.
import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { App } from '../../../../sdk/typescript/src/generated/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { networksQuery } from '../../browser/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { NetworkName } from '../../parts/networks/network-name.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { NoApp } from '../../parts/sheets/no-app.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { list } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { addressesQuery } from '../addresses/address-queries.ts';
import { acceptedQuery, type CoinRow, cryptocurrenciesQuery, type NetworkRows, rowsOf } from './coin-queries.ts';
import { NetworkCoins } from './network-coins.tsx';

export function CoinsScreen() {
  const { app, isKnown } = useApp();
  if (app !== null) return <CoinsOf key={app.id} app={app} />;
  return <Screen title={words.places.coins}>{isKnown ? <NoApp /> : <Awaited />}</Screen>;
}

function CoinsOf({ app }: { readonly app: App }) {
  // The state of a network changes without an event.
  const networks = useQuery({ ...networksQuery, refetchInterval: 15_000 });
  const all = useQuery({ ...cryptocurrenciesQuery, refetchInterval: 15_000 });
  const accepted = useQuery(acceptedQuery(app.id));
  const addresses = useQuery(addressesQuery(app.id));
  const queries = [networks, all, accepted, addresses];
  const failed = queries.find(({ error, data }) => error !== null && data === undefined);
  if (failed?.error) {
    const again = () => queries.forEach((one) => void one.refetch());
    return (
      <Screen title={words.places.coins}>
        <NotAnswered error={failed.error} again={again} />
      </Screen>
    );
  }
  if (!networks.data || !all.data || !accepted.data || !addresses.data) {
    return (
      <Screen title={words.places.coins}>
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
  const reachable = rows.filter(({ network, coins }) => network.available || coins.some(isAccepted));
  return (
    <Screen title={words.places.coins}>
      <Text c="dimmed">{app.environment === 'development' ? words.coins.testAbout : words.coins.liveAbout}</Text>
      {rows.length === 0 ? (
        <EmptyState title={words.coins.noNetworks}>
          {app.environment === 'development' ? words.coins.needsTest : words.coins.needsMain}
        </EmptyState>
      ) : (
        reachable.map((one) => <NetworkCoins key={one.network.symbol} app={app} {...one} />)
      )}
      <OtherNetworks rows={rows.filter((one) => !reachable.includes(one))} />
    </Screen>
  );
}

const isAccepted = ({ accepted }: CoinRow) => accepted !== null;

/** The networks without an endpoint, folded: nothing can be switched on there. */
function OtherNetworks({ rows }: { readonly rows: readonly NetworkRows[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={words.coins.moreNetworks({ count: rows.length })} about={words.coins.moreNetworksAbout}>
      <List size="sm" spacing={4} listStyleType="none">
        {rows.map(({ network, coins }) => (
          <List.Item key={network.symbol}>
            {joined(
              words.coins.networkCoins({
                network: <NetworkName network={network} />,
                coins: (
                  <Text component="span" inherit c="dimmed">
                    {list(
                      coins.map(({ symbol }) => symbol),
                      'unit',
                    )}
                  </Text>
                ),
              }),
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
