// One month of an app: credits by currency and by coin, and all of them as a file.
import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { App, BalanceSheet } from '../../../../sdk/typescript/src/generated/api.ts';
import { api, pathWith } from '../../browser/api.ts';
import { useCell } from '../../browser/cell.ts';
import { useKeys } from '../../browser/keys.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { useNetworkNames } from '../../evidence/network-names.ts';
import { type Month, monthsSince } from '../../lists/days.ts';
import { oneOf, useListSearch } from '../../lists/list-search.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Coin, Fiat } from '../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { SumsTable } from '../../parts/sheets/sums-table.tsx';
import { words } from '../../words/words.ts';

export function MonthOfPayments({ app }: { readonly app: Pick<App, 'id' | 'created_at'> }) {
  const { search, change } = useListSearch();
  const zone = zoneOf(useCell(timeZone));
  const months = useMemo(() => monthsSince(app.created_at, Date.now(), zone), [app.created_at, zone]);
  const month = months.find(({ id }) => id === oneOf(search, 'month')) ?? (months[0] as Month);
  const period = { from: month.from, to: month.to };
  const { data, error, refetch } = useQuery({
    queryKey: ['payments', app.id, 'balance-sheet', period],
    queryFn: ({ signal }) => api.get<BalanceSheet>(`/app/${app.id}/balance-sheet`, period, signal),
  });
  return (
    <>
      <Group align="end" justify="space-between">
        <NativeSelect
          label={words.payments.month}
          description={words.payments.monthZone({ zone })}
          data={months.map(({ id, words }) => ({ value: id, label: words }))}
          value={month.id}
          onChange={(event) => change({ month: event.currentTarget.value })}
        />
        <Files appId={app.id} period={period} />
      </Group>
      {data === undefined && error !== null ? <NotAnswered error={error} again={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Awaited lines={5} /> : null}
      {data === undefined ? null : <Sheet sheet={data} month={month} />}
    </>
  );
}

interface FilesProps {
  readonly appId: string;
  readonly period: { readonly from: string; readonly to: string };
}

/** The browser saves the files as they arrive, so they may be of any length. */
function Files({ appId, period }: FilesProps) {
  const csv = useRef<HTMLAnchorElement>(null);
  const link = (format: 'csv' | 'jsonl') => pathWith('/exports', { app_id: appId, ...period, format });
  useKeys([{ keys: 'e', words: words.payments.exportMonth, act: () => csv.current?.click() }]);
  return (
    <Group>
      <Button component="a" variant="default" href={link('jsonl')} download>
        {words.payments.exportJsonl}
      </Button>
      <Button component="a" ref={csv} href={link('csv')} download>
        {words.payments.exportCsv}
      </Button>
    </Group>
  );
}

function Sheet({ sheet, month }: { readonly sheet: BalanceSheet; readonly month: Month }) {
  const { currencies, cryptocurrencies: coins } = sheet;
  const networkName = useNetworkNames();
  if (currencies.length === 0 && coins.length === 0) {
    return (
      <EmptyState title={words.payments.nothingCredited({ month: month.words })}>{words.payments.monthMore}</EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      <section className="sheet" aria-labelledby="by-currency">
        <Title order={2} id="by-currency" mb="xs">
          {words.payments.creditedIn({ month: month.words })}
        </Title>
        <SumsTable
          caption={words.payments.byCurrency}
          head={words.common.currency}
          rows={currencies.map(({ currency, ...sums }) => ({
            name: currency,
            ...sums,
            show: (amount) => <Fiat amount={amount} currency={currency} />,
          }))}
        />
      </section>
      <section className="sheet" aria-labelledby="by-coin">
        <Title order={2} id="by-coin" mb="xs">
          {words.payments.byCoin}
        </Title>
        <SumsTable
          caption={words.payments.byCoinAndNetwork}
          head={words.common.coin}
          rows={coins.map(({ cryptocurrency, network, contract: _contract, ...sums }) => ({
            name: words.common.coinOn({ coin: cryptocurrency, network: networkName(network) }),
            ...sums,
            show: (amount) => <Coin amount={amount} symbol={cryptocurrency} />,
          }))}
        />
      </section>
      <Text size="sm" className="soft">
        {words.payments.fileMore}
      </Text>
    </Stack>
  );
}
