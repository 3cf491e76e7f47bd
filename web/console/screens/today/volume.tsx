// The app's figures: volume of today, 7 and 30 days, paid invoices, time to payment, and coins.
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { App, AppStatistics } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useCell } from '../../browser/cell.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { networksQuery } from '../../browser/queries.ts';
import { Fiat } from '../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { list, measure, percent } from '../../words/figures.ts';
import { language, words } from '../../words/words.ts';
import { barHeights, type Part, type Sum, sumOf } from './sums.ts';

export function Volume({ app }: { readonly app: App }) {
  const zone = zoneOf(useCell(timeZone));
  const ask = (by: 'day' | 'coin') => ({
    queryKey: ['statistics', app.id, by, zone],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<AppStatistics>(`/app/${app.id}/statistics`, { by, time_zone: zone }, signal),
  });
  const days = useQuery(ask('day'));
  const coins = useQuery(ask('coin'));
  if (days.data === undefined) {
    return days.error === null ? (
      <Awaited lines={5} />
    ) : (
      <NotAnswered error={days.error} again={() => void days.refetch()} />
    );
  }
  const { parts, total } = days.data;
  return (
    <section className="sheet" aria-labelledby="volume">
      <Text component="h2" id="volume" className="today-title">
        {words.today.volume}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="lg">
        <Figure name={words.today.today}>
          <Sums sums={sumOf(parts.slice(-1))} isLarge />
        </Figure>
        <Figure name={words.today.days({ count: 7 })}>
          <Sums sums={sumOf(parts.slice(-7))} />
        </Figure>
        <Figure name={words.today.days({ count: 30 })}>
          <Sums sums={sumOf(parts)} />
        </Figure>
        <Figure name={words.today.conversion}>
          {total.conversion === null ? '–' : percent(total.conversion)}
          <Text size="xs" c="dimmed">
            {total.created === 0 ? null : words.today.paidOf({ paid: total.paid, created: total.created })}
          </Text>
        </Figure>
        <Figure name={words.today.timeToPay}>
          {duration(total.median_seconds)}
          <Text size="xs" c="dimmed">
            {total.p95_seconds === null ? null : words.today.p95({ time: duration(total.p95_seconds) })}
          </Text>
        </Figure>
      </SimpleGrid>
      <Bars parts={parts} />
      {coins.data === undefined || coins.data.parts.length === 0 ? null : <ByCoin parts={coins.data.parts} />}
    </section>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <div className="today-figure">{children}</div>
    </Stack>
  );
}

function Sums({ sums, isLarge = false }: { readonly sums: readonly Sum[]; readonly isLarge?: boolean }) {
  if (sums.length === 0) return <>–</>;
  return (
    <>
      {sums.map(({ currency, net }) => (
        <div key={currency} className={isLarge ? 'today-large' : undefined}>
          <Fiat amount={net} currency={currency} />
        </div>
      ))}
    </>
  );
}

/** The last 30 days in the currency with the most payments. A table has the figures for screen readers. */
function Bars({ parts }: { readonly parts: readonly Part[] }) {
  const currency = sumOf(parts)[0]?.currency;
  if (currency === undefined) return null;
  const heights = barHeights(parts, currency);
  const width = 100 / parts.length;
  return (
    <figure className="today-bars">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {heights.map((height, index) => (
          <rect
            key={parts[index]?.date}
            x={index * width + width * 0.15}
            width={width * 0.7}
            y={100 - Math.max(height, 1)}
            height={Math.max(height, 1)}
            data-empty={height === 0 || undefined}
          />
        ))}
      </svg>
      <figcaption>
        <span>{shortDay(parts[0]?.date)}</span>
        <span>{words.today.byDay({ currency })}</span>
        <span>{words.today.todayInChart}</span>
      </figcaption>
      <div className="off-screen">
        <table>
          <caption>{words.today.byDay({ currency })}</caption>
          <tbody>
            {parts.map(({ date, volume }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td>{volume.find((one) => one.currency === currency)?.net ?? '0'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** 'Oct 25' of '2026-10-25'. */
function shortDay(date: string | undefined): string {
  if (date === undefined) return '';
  const format = new Intl.DateTimeFormat(language.code, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

function ByCoin({ parts }: { readonly parts: readonly Part[] }) {
  const { data: networks = [] } = useQuery(networksQuery);
  const nameOf = (symbol: string | undefined) => networks.find((one) => one.symbol === symbol)?.name ?? symbol;
  return (
    <Group gap="lg" mt="md" component="ul" className="today-coins">
      {parts.map((part) => (
        <li key={`${part.cryptocurrency} ${part.network}`}>
          <Text size="xs" c="dimmed">
            {words.common.coinOn({ coin: part.cryptocurrency ?? '', network: nameOf(part.network) ?? '' })}
          </Text>
          {sumOf([part]).map(({ currency, net }) => (
            <div key={currency}>
              <Fiat amount={net} currency={currency} />
            </div>
          ))}
        </li>
      ))}
    </Group>
  );
}

/** '36 s', '4 min', '2 h 10 min'. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 90) return measure(Math.round(seconds), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return measure(minutes, 'minute');
  return list([measure(Math.floor(minutes / 60), 'hour'), measure(minutes % 60, 'minute')], 'unit');
}
