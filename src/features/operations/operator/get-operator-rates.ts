// GET /operator/rates: returns the state of each price source, and the rate of every coin in use with its sources.
import { formatRate, type RateEvidence } from '../../../core/money/rate.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { nullable, time } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Cryptocurrency } from '../../known/catalog/catalog.ts';
import { nameOf } from '../../known/rates/pair-prices.ts';
import { type SourceStanding, type SourceState, stateOf, states } from '../../known/rates/source-status.ts';
import { operatorOnly, requireOperator } from './require-operator.ts';

const pairs = (description: string) => Type.Array(Type.String(), { description });

const Source = Type.Object({
  name: Type.String(),
  state: Type.Unsafe<SourceState>({
    type: 'string',
    enum: [...states],
    description: 'doubted: some of its prices disagree with the others or jumped, and are ignored.',
  }),
  fault: nullable(Type.String({ description: 'Why it returned no prices the last time.' })),
  heard_at: nullable({ ...time, description: 'The time of its last prices.' }),
  answered_in_ms: nullable(Type.Number()),
  prices: Type.Integer({ description: 'The number of pairs that it priced the last time.' }),
  apart: pairs('Pairs in which it disagrees with the others and is ignored.'),
  doubted: pairs('Pairs that only it prices, and whose price jumped.'),
  refused: pairs('Pairs with an invalid price.'),
});

const Coin = Type.Object({
  cryptocurrency: Type.String(),
  rate: nullable(Type.String({ description: 'USD for one whole coin; null if it is not known now.' })),
  method: nullable(
    Type.Unsafe<RateEvidence['method']>({
      type: 'string',
      enum: ['fixed', 'at_par', 'median', 'single', 'cross'],
      description: 'fixed: set in quittance.json. at_par: a stable coin at its peg. cross: through the dollar.',
    }),
  ),
  sources: Type.Array(Type.String()),
  at: nullable(time),
});

const RatesView = Type.Object({
  sources: Type.Array(Source),
  coins: Type.Array(Coin, { description: 'Every coin of the followed networks, except the test network.' }),
});

export function getOperatorRates(instance: Instance): Operation {
  return operation({
    ...operatorOnly,
    id: 'getOperatorRates',
    method: 'GET',
    path: '/operator/rates',
    summary: 'Get rates and their sources',
    description: 'The prices known to the process that answers.',
    answer: RatesView,
    handle: async ({ caller }) => {
      await requireOperator(instance, caller);
      const now = instance.clock.now();
      const followed = instance.catalog.assets.filter(({ network }) => network.followable && !network.hasTestChain);
      const coins = [...new Set(followed.map(({ cryptocurrency }) => cryptocurrency))];
      return {
        sources: instance.rates.standings().map(sourceView),
        coins: coins.map((coin) => coinView(coin, instance.rates.rateFor(coin, 'USD', 'at_par', now))),
      };
    },
  });
}

function sourceView(standing: SourceStanding) {
  const { source, heard, fault } = standing;
  return {
    name: source,
    state: stateOf(standing),
    fault,
    heard_at: heard?.at.toISOString() ?? null,
    answered_in_ms: heard?.millis ?? null,
    prices: heard?.priced.length ?? 0,
    apart: (heard?.apart ?? []).map(nameOf),
    doubted: (heard?.doubted ?? []).map(nameOf),
    refused: [...(heard?.refused ?? [])],
  };
}

function coinView({ symbol }: Cryptocurrency, rated: ReturnType<Instance['rates']['rateFor']>) {
  return {
    cryptocurrency: symbol,
    rate: rated === null ? null : formatRate(rated.rate),
    method: rated?.evidence.method ?? null,
    sources: [...new Set((rated?.evidence.sources ?? []).map(({ source }) => source))],
    at: rated?.evidence.at ?? null,
  };
}
