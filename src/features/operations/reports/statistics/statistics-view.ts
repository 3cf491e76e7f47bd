// Renders statistics for the API: figures of the whole period and of each part.

import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed } from '../../../../core/money/decimal.ts';
import type { CalendarDay } from '../../../../core/report/calendar-days.ts';
import { codecOf } from '../../../../io/chains/codecs.ts';
import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Catalog } from '../../../known/catalog/catalog.ts';
import { addSums, CreditedView, sumView } from '../view.ts';
import type { KeyedTurnout, StatisticsBy, Turnout, Volume } from './statistics-store.ts';

const figures = {
  created: nullable(Type.Integer({ description: 'Invoices created; null by coin, because an invoice has no coin.' })),
  paid: Type.Integer({ description: 'How many of them are paid; by coin: those it was credited to.' }),
  conversion: nullable(Type.Number({ description: 'paid ÷ created, from 0 to 1, to four digits.' })),
  median_seconds: nullable(Type.Number({ description: 'From creation to payment: the median of the paid ones.' })),
  p95_seconds: nullable(Type.Number({ description: 'From creation to payment: the 95th percentile.' })),
  volume: Type.Array(CreditedView, {
    description: 'By currency: the credits and refunds in this period, for invoices of any date.',
  }),
};

export const TurnoutView = Type.Object(figures);

/** The figures of one day, coin or status. */
export const TurnoutPartView = Type.Object({
  date: Type.Optional(Type.String({ format: 'date', description: 'By day: each day, also those without any.' })),
  status: Type.Optional(Type.String({ description: 'By status: the current status of the invoices.' })),
  cryptocurrency: Type.Optional(Type.String({ description: 'By coin.' })),
  network: Type.Optional(Type.String({ description: 'By coin.' })),
  contract: Type.Optional(nullable(Type.String({ description: 'By coin; null for the native one.' }))),
  ...figures,
});

export const StatisticsView = Type.Object({
  app_id: uuid,
  from: time,
  to: { ...time, description: 'Exclusive: the end of the last day.' },
  time_zone: Type.String(),
  by: Type.Unsafe<StatisticsBy>({ type: 'string', enum: ['day', 'coin', 'status'] }),
  total: TurnoutView,
  parts: Type.Array(TurnoutPartView),
});

type Figures = Omit<KeyedTurnout, 'key'>;
const none: Figures = { created: 0, paid: 0, medianSeconds: null, p95Seconds: null };

export interface Statistics {
  readonly appId: string;
  readonly by: StatisticsBy;
  readonly timeZone: string;
  /** Includes the day at which the period ends. */
  readonly days: readonly CalendarDay[];
  readonly total: Turnout;
  readonly turnouts: readonly KeyedTurnout[];
  readonly volumes: readonly Volume[];
}

export function statisticsView(catalog: Catalog, statistics: Statistics) {
  const { appId, by, timeZone, days, total, volumes } = statistics;
  const turnouts = new Map(statistics.turnouts.map((one) => [one.key, one]));
  const byKey = Map.groupBy(volumes, (one) => one.key);
  const keys = by === 'day' ? days.slice(0, -1).map((_, at) => String(at + 1)) : [...turnouts.keys(), ...byKey.keys()];
  const empty = by === 'coin' ? { ...none, created: null } : none;
  return {
    app_id: appId,
    from: days[0]?.start.toISOString() ?? '',
    to: days.at(-1)?.start.toISOString() ?? '',
    time_zone: timeZone,
    by,
    total: figuresView(total, volumes),
    parts: [...new Set(keys)].map((key) => ({
      ...nameOf(catalog, by, key, days),
      ...figuresView(turnouts.get(key) ?? empty, byKey.get(key) ?? []),
    })),
  };
}

function nameOf(catalog: Catalog, by: StatisticsBy, key: string, days: readonly CalendarDay[]) {
  if (by === 'day') return { date: days[Number(key) - 1]?.date ?? '' };
  if (by === 'status') return { status: key };
  const asset = catalog.assetById(key);
  if (asset === null) throw new Error(`asset ${key} is not in the catalog`);
  const { contract, network, cryptocurrency } = asset;
  const shown = contract === '' ? null : codecOf(network.family).showAddress(contract, network.facts);
  return { cryptocurrency: cryptocurrency.symbol, network: network.symbol, contract: shown };
}

function figuresView({ created, paid, medianSeconds, p95Seconds }: Figures, volumes: readonly Volume[]) {
  return {
    created,
    paid,
    conversion: created === null || created === 0 ? null : Math.round((paid / created) * 10_000) / 10_000,
    median_seconds: medianSeconds,
    p95_seconds: p95Seconds,
    volume: [...Map.groupBy(volumes, (one) => one.currency)].sort().map(([currency, some]) => ({
      currency,
      ...sumView(addSums(some), (minor) => formatFixed(minor, currencyOf(currency)?.decimals ?? 2)),
    })),
  };
}
