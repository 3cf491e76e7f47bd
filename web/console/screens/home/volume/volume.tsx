// The app's figures in a chosen range: volume, conversion and time to pay, with the period before and by coin.
import '../../../lists/lists.css';
import { Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, AppStatistics } from '../../../../../sdk/typescript/src/generated/api.ts';
import { dateAt } from '../../../../../src/core/report/calendar-days.ts';
import { api } from '../../../browser/api.ts';
import { useCell } from '../../../browser/cell.ts';
import { timeZone, zoneOf } from '../../../browser/preferences.ts';
import { Fiat } from '../../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { change, list, measure, percent, price } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';
import { ByCoin } from './by-coin.tsx';
import { type ChartPart, chartParts } from './chart-parts.ts';
import { BarChart, Legend, LineChart } from './charts.tsx';
import { FiguresTable } from './figures-table.tsx';
import type { Days, Period } from './periods.ts';
import { RangeChoice, useRange } from './range-choice.tsx';
import { changeOf, mostOf, netIn, sumOf, turnoutOf } from './sums.ts';

/** The figures before the range change only by reversals, so no event refetches them. */
const beforeMillis = 5 * 60_000;

export function Volume({ app }: { readonly app: App }) {
  const zone = zoneOf(useCell(timeZone));
  const range = useRange(dateAt(new Date(), zone));
  const ask = (key: string, { from, to }: Days) => ({
    queryKey: [key, app.id, 'day', from, to, zone],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<AppStatistics>(`/app/${app.id}/statistics`, { by: 'day', from, to, time_zone: zone }, signal),
    placeholderData: keepPreviousData,
  });
  const now = useQuery(ask('statistics', range.period));
  const before = useQuery({ ...ask('statistics-before', range.period.before), staleTime: beforeMillis });
  return (
    <section className="sheet" aria-labelledby="volume" aria-busy={now.isPlaceholderData}>
      <Group justify="space-between" mb="md">
        <Text component="h2" id="volume" className="home-title" mb={0}>
          {words.today.volume}
        </Text>
        <RangeChoice range={range} />
      </Group>
      {now.data === undefined && now.error !== null ? (
        <NotAnswered error={now.error} again={() => void now.refetch()} />
      ) : null}
      {now.data === undefined && now.error === null ? <Awaited lines={5} /> : null}
      {now.data === undefined ? null : (
        <Figures now={now.data} before={before.data ?? null} step={range.period.step} appId={app.id} />
      )}
    </section>
  );
}

interface FiguresProps {
  readonly now: AppStatistics;
  /** Null until it is loaded. */
  readonly before: AppStatistics | null;
  readonly step: Period['step'];
  readonly appId: string;
}

function Figures({ now, before, step, appId }: FiguresProps) {
  const currencies = sumOf([...now.parts, ...(before?.parts ?? [])]).map(({ currency }) => currency);
  const [chosen, choose] = useState<string | null>(null);
  const currency = currencies.find((one) => one === chosen) ?? sumOf(now.parts)[0]?.currency ?? currencies[0] ?? null;
  const parts = chartParts({ now: now.parts, before: before?.parts ?? [], step, currency: currency ?? '' });
  return (
    <Stack gap="lg">
      <div className="home-figures">
        <VolumeFigure now={now} before={before} currency={currency} />
        <ConversionFigure now={now} before={before} />
        <Figure name={words.today.timeToPay}>
          {duration(now.total.median_seconds)}
          <Text size="xs" c="dimmed">
            {now.total.p95_seconds === null ? null : words.today.p95({ time: duration(now.total.p95_seconds) })}
          </Text>
        </Figure>
      </div>
      {currencies.length < 2 ? null : (
        <NativeSelect
          label={words.common.currency}
          w="8rem"
          data={currencies}
          value={currency ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <Charts parts={parts} currency={currency} step={step} />
      <ByCoin appId={appId} from={now.from} to={now.to} zone={now.time_zone} />
    </Stack>
  );
}

interface ChartsProps {
  readonly parts: readonly ChartPart[];
  /** Null: no payment in both periods. */
  readonly currency: string | null;
  readonly step: Period['step'];
}

function Charts({ parts, currency, step }: ChartsProps) {
  const hasInvoices = parts.some(({ now, before }) => now.created + (before?.created ?? 0) > 0);
  if (currency === null && !hasInvoices) return <Text c="dimmed">{words.today.noFigures}</Text>;
  const most = mostOf(parts.flatMap(({ now, before }) => [now.net, before?.net ?? '0']));
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        {currency === null ? null : (
          <BarChart title={volumeTitle(step, currency)} most={price(most, currency)} parts={parts} />
        )}
        {hasInvoices ? <LineChart title={conversionTitle(step)} most={percent(1)} parts={parts} /> : null}
      </SimpleGrid>
      <Legend />
      <FiguresTable parts={parts} currency={currency} />
    </Stack>
  );
}

function volumeTitle(step: Period['step'], currency: string): string {
  const { volumeByDay: day, volumeByWeek: week, volumeByMonth: month } = words.today;
  return { day, week, month }[step]({ currency });
}

function conversionTitle(step: Period['step']): string {
  const { conversionByDay: day, conversionByWeek: week, conversionByMonth: month } = words.today;
  return { day, week, month }[step];
}

type Both = Pick<FiguresProps, 'now' | 'before'>;

function VolumeFigure({ now, before, currency }: Both & { readonly currency: string | null }) {
  const sums = sumOf(now.parts);
  const earlier = currency === null || before === null ? null : netIn(before.parts, currency);
  return (
    <Figure name={words.common.total}>
      {sums.length === 0 ? '–' : null}
      {sums.map((sum) => (
        <div key={sum.currency} className={sum.currency === currency ? 'home-large' : undefined}>
          <Fiat amount={sum.net} currency={sum.currency} />
        </div>
      ))}
      <Text size="xs" c="dimmed">
        {earlier === null || currency === null
          ? null
          : earlierText(price(earlier, currency), changeOf(earlier, netIn(now.parts, currency) ?? '0'))}
      </Text>
    </Figure>
  );
}

function ConversionFigure({ now: { parts }, before }: Both) {
  const { conversion, paid, created } = turnoutOf(parts);
  const earlier = before === null ? null : turnoutOf(before.parts).conversion;
  return (
    <Figure name={words.today.conversion}>
      {conversion === null ? '–' : percent(conversion)}
      <Text size="xs" c="dimmed">
        {created === 0 ? null : words.today.paidOf({ paid, created })}
      </Text>
      <Text size="xs" c="dimmed">
        {earlier === null ? null : words.today.before({ figure: percent(earlier) })}
      </Text>
    </Figure>
  );
}

const earlierText = (figure: string, changed: number | null): string =>
  changed === null ? words.today.before({ figure }) : words.today.beforeAndChange({ figure, change: change(changed) });

function Figure({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <div className="home-figure">{children}</div>
    </Stack>
  );
}

/** '36 s', '4 min', '2 h 10 min'. */
function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 90) return measure(Math.round(seconds), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return measure(minutes, 'minute');
  return list([measure(Math.floor(minutes / 60), 'hour'), measure(minutes % 60, 'minute')], 'unit');
}
