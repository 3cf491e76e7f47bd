// The volume of a range by coin and network: in the coin, and its value in each currency.
import { Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AppStatistics, BalanceSheet } from '../../../../../sdk/typescript/src/generated/api.ts';
import { dateAt } from '../../../../../src/core/report/calendar-days.ts';
import { api } from '../../../browser/api.ts';
import { useNetworkNames } from '../../../evidence/network-names.ts';
import { Coin, Fiat } from '../../../parts/money.tsx';
import { type SumsRow, SumsTable } from '../../../parts/sheets/sums-table.tsx';
import { words } from '../../../words/words.ts';
import { sumOf } from './sums.ts';

interface ByCoinProps {
  readonly appId: string;
  /** Times; `to` is excluded. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

export function ByCoin({ appId, from, to, zone }: ByCoinProps) {
  const networkName = useNetworkNames();
  const values = useQuery({
    queryKey: ['statistics', appId, 'coin', from, to, zone],
    queryFn: ({ signal }) => {
      const days = { from: dateAt(new Date(from), zone), to: dateAt(new Date(Date.parse(to) - 1), zone) };
      return api.get<AppStatistics>(`/app/${appId}/statistics`, { by: 'coin', ...days, time_zone: zone }, signal);
    },
    placeholderData: keepPreviousData,
  });
  const sheet = useQuery({
    queryKey: ['payments', appId, 'balance-sheet', { from, to }],
    queryFn: ({ signal }) => api.get<BalanceSheet>(`/app/${appId}/balance-sheet`, { from, to }, signal),
    placeholderData: keepPreviousData,
  });
  const coins = sheet.data?.cryptocurrencies ?? [];
  if (coins.length === 0) return null;
  const worthOf = (coin: (typeof coins)[number]) =>
    values.data?.parts.filter(
      (part) =>
        part.cryptocurrency === coin.cryptocurrency && part.network === coin.network && part.contract === coin.contract,
    ) ?? [];
  const rows = coins.map(
    (coin): SumsRow => ({
      name: words.common.coinOn({ coin: coin.cryptocurrency, network: networkName(coin.network) }),
      payments: coin.payments,
      credited: coin.credited,
      reversed: coin.reversed,
      net: coin.net,
      refunded: coin.refunded,
      refunds_reversed: coin.refunds_reversed,
      balance: coin.balance,
      show: (amount) => <Coin amount={amount} symbol={coin.cryptocurrency} />,
      value: sumOf(worthOf(coin)).map(({ currency, net }) => (
        <div key={currency}>
          <Fiat amount={net} currency={currency} />
        </div>
      )),
    }),
  );
  return (
    <section aria-labelledby="volume-by-coin">
      <Title order={3} size="h4" id="volume-by-coin" mb={4}>
        {words.payments.byCoinAndNetwork}
      </Title>
      <SumsTable caption={words.payments.byCoinAndNetwork} head={words.common.coin} rows={rows} />
    </section>
  );
}
