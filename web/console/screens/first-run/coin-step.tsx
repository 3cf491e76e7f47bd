// The coins that the app accepts, on the networks of its addresses, each with a switch.
import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type {
  App,
  AppAddress,
  AppCryptocurrency,
  CryptocurrencyWithNetworks,
} from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { sendingCost } from '../coins/sending-cost.ts';

export interface CoinStepProps {
  readonly app: App;
  readonly addresses: readonly AppAddress[];
  readonly coins: readonly AppCryptocurrency[];
}

/** A coin on a network. */
interface Offer {
  readonly symbol: string;
  readonly name: string;
  readonly network: string;
  readonly networkName: string;
  readonly confirmations: number;
  /** The cost of sending it, in words; null if unknown. */
  readonly cost: string | null;
}

export function CoinStep({ app, addresses, coins }: CoinStepProps) {
  const known = useQuery({
    queryKey: ['cryptocurrencies'],
    queryFn: () => api.get<CryptocurrencyWithNetworks[]>('/cryptocurrencies'),
  });
  const accept = useAct({
    act: async (offers: readonly Offer[]) => {
      for (const { symbol, network } of offers) {
        await api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: symbol, network });
      }
    },
    refreshes: [['app-cryptocurrencies', app.id]],
  });
  const refuse = useAct({
    act: (coin: AppCryptocurrency) => api.delete(`/app-cryptocurrency/${coin.id}`),
    refreshes: [['app-cryptocurrencies', app.id]],
  });
  if (addresses.length === 0) return <Text c="dimmed">{words.firstRun.walletFirst}</Text>;
  if (known.data === undefined) {
    return known.error === null ? (
      <Awaited lines={3} />
    ) : (
      <NotAnswered error={known.error} again={() => void known.refetch()} />
    );
  }
  const offers = offersOn(known.data, addresses);
  const acceptedAs = ({ symbol, network }: Offer) =>
    coins.find((one) => one.cryptocurrency.symbol === symbol && one.network.symbol === network);
  const left = offers.filter((offer) => acceptedAs(offer) === undefined);
  const isBusy = accept.isRunning || refuse.isRunning;
  return (
    <Stack>
      {offers.map((offer) => {
        const accepted = acceptedAs(offer);
        return (
          <Switch
            key={`${offer.symbol} ${offer.network}`}
            label={words.common.coinOn({ coin: offer.symbol, network: offer.networkName })}
            description={describe(offer)}
            checked={accepted !== undefined}
            disabled={isBusy}
            onChange={() => (accepted === undefined ? accept.run([offer]) : refuse.run(accepted))}
          />
        );
      })}
      {left.length > 0 && coins.length === 0 ? (
        <Group>
          <Button loading={accept.isRunning} onClick={() => accept.run(left)}>
            {words.firstRun.acceptAll({ count: left.length })}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

function describe({ name, confirmations, cost }: Offer): string {
  return list(
    [name, words.coins.confirmationCount({ count: confirmations }), ...(cost === null ? [] : [cost])],
    'unit',
  );
}

function offersOn(known: readonly CryptocurrencyWithNetworks[], addresses: readonly AppAddress[]): Offer[] {
  const networks = new Set(addresses.map((one) => one.network.symbol));
  return known.flatMap(({ symbol, name, networks: places }) =>
    places
      .filter((place) => networks.has(place.symbol))
      .map((place) => ({
        symbol,
        name,
        network: place.symbol,
        networkName: place.name,
        confirmations: place.confirmations,
        cost: sendingCost(place, known),
      })),
  );
}
