// The sources of rates with their age, and the source of each coin's rate.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorRates } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { Fiat } from '../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { list } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export function Rates() {
  const rates = useQuery({
    queryKey: ['operator', 'rates'],
    queryFn: ({ signal }) => api.get<OperatorRates>('/operator/rates', {}, signal),
    refetchInterval: 15_000,
  });
  return (
    <Section title={words.operator.rates} about={words.operator.ratesAbout}>
      {rates.isPending ? <Awaited lines={3} /> : null}
      {rates.error === null ? null : <NotAnswered error={rates.error} again={() => void rates.refetch()} />}
      {rates.data === undefined ? null : (
        <>
          {rates.data.sources.length === 0 ? (
            <Text>{words.operator.noSources({ setting: 'rates.sources', file: 'quittance.json' })}</Text>
          ) : (
            <RowList label={words.operator.sources}>
              {rates.data.sources.map((source) => (
                <SourceRow key={source.name} source={source} />
              ))}
            </RowList>
          )}
          <RowList label={words.operator.rates}>
            {rates.data.coins.map((coin) => (
              <CoinRow key={coin.cryptocurrency} coin={coin} />
            ))}
          </RowList>
        </>
      )}
    </Section>
  );
}

const tones = { answers: 'good', doubted: 'act', away: 'bad', not_asked: 'quiet' } as const;

function SourceRow({ source }: { readonly source: OperatorRates['sources'][number] }) {
  const coins = (symbols: readonly string[]) => ({ coins: list(symbols, 'conjunction') });
  const doubts = [
    source.fault,
    source.apart.length === 0 ? null : words.operator.sourceApart(coins(source.apart)),
    source.doubted.length === 0 ? null : words.operator.sourceDoubted(coins(source.doubted)),
    source.refused.length === 0 ? null : words.operator.sourceRefused(coins(source.refused)),
  ].filter((one) => one !== null);
  return (
    <Row
      title={source.name.charAt(0).toUpperCase() + source.name.slice(1)}
      marks={<StatusBadge status={source.state} name={words.sourceStates[source.state]} tone={tones[source.state]} />}
      detail={
        <>
          {source.heard_at === null
            ? words.operator.noAnswerYet
            : joined(words.operator.lastAnswer({ time: <Time at={source.heard_at} /> }))}
          {source.prices === 0 ? null : ` · ${words.operator.priceCount({ count: source.prices })}`}
          {doubts.map((one) => ` · ${one}`)}
        </>
      }
    />
  );
}

function CoinRow({ coin }: { readonly coin: OperatorRates['coins'][number] }) {
  if (coin.rate === null || coin.method === null)
    return (
      <Row
        title={coin.cryptocurrency}
        marks={<StatusBadge status="none" name={words.operator.noRate} tone="bad" />}
        detail={words.operator.noRateMore({ sources: 'rates.sources', fixed: 'rates.fixed' })}
      />
    );
  return (
    <Row
      title={coin.cryptocurrency}
      detail={
        <>
          {words.rateMethods[coin.method]}
          {coin.sources.length === 0 ? '' : ` (${coin.sources.join(', ')})`}
          {coin.method === 'fixed' || coin.at === null ? null : (
            <>
              {' '}
              · <Time at={coin.at} />
            </>
          )}
        </>
      }
    >
      <Fiat amount={coin.rate} currency="USD" />
    </Row>
  );
}
