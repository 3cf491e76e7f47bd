// Where prices come from: how old each source's word is, and whose word each coin's rate is.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorRates } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { Fiat } from '../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

export function Rates() {
  const rates = useQuery({
    queryKey: ['operator', 'rates'],
    queryFn: ({ signal }) => api.get<OperatorRates>('/operator/rates', {}, signal),
    refetchInterval: 15_000,
  });
  return (
    <Section title="Rates" about="Without a fresh rate nobody is quoted that coin: no price is ever guessed.">
      {rates.isPending ? <Awaited lines={3} /> : null}
      {rates.error === null ? null : <NotAnswered error={rates.error} again={() => void rates.refetch()} />}
      {rates.data === undefined ? null : (
        <>
          {rates.data.sources.length === 0 ? (
            <Text>No source is asked: rates.sources in quittance.json is empty.</Text>
          ) : (
            <RowList label="Sources of rates">
              {rates.data.sources.map((source) => (
                <SourceRow key={source.name} source={source} />
              ))}
            </RowList>
          )}
          <RowList label="Rates">
            {rates.data.coins.map((coin) => (
              <CoinRow key={coin.cryptocurrency} coin={coin} />
            ))}
          </RowList>
        </>
      )}
    </Section>
  );
}

const states = {
  answers: ['Answers', 'good'],
  doubted: ['Doubted', 'act'],
  away: ['Away', 'bad'],
  not_asked: ['Not asked yet', 'quiet'],
} as const;

function SourceRow({ source }: { readonly source: OperatorRates['sources'][number] }) {
  const [words, tone] = states[source.state];
  const doubts = [
    source.fault,
    source.apart.length === 0 ? null : `stands apart in ${source.apart.join(', ')}, and is left out there`,
    source.doubted.length === 0 ? null : `is not believed in ${source.doubted.join(', ')}`,
    source.refused.length === 0 ? null : `says no price of ${source.refused.join(', ')}`,
  ].filter((one) => one !== null);
  return (
    <Row
      title={source.name.charAt(0).toUpperCase() + source.name.slice(1)}
      marks={<StatusBadge status={source.state} name={words} tone={tone} />}
      detail={
        <>
          {source.heard_at === null ? 'Not heard of yet' : 'Heard of '}
          {source.heard_at === null ? null : <Time at={source.heard_at} />}
          {source.prices === 0 ? null : `, ${source.prices} prices`}
          {doubts.length === 0 ? null : `. ${doubts.join('. ')}`}
        </>
      }
    />
  );
}

const methods = {
  fixed: 'fixed in quittance.json',
  at_par: 'a stable coin, at par',
  median: 'what several sources agree on',
  single: 'the word of one source',
  cross: 'by way of the dollar',
} as const;

function CoinRow({ coin }: { readonly coin: OperatorRates['coins'][number] }) {
  if (coin.rate === null || coin.method === null)
    return (
      <Row
        title={coin.cryptocurrency}
        marks={<StatusBadge status="none" name="No fresh rate" tone="bad" />}
        detail="Nobody is quoted it. Name another source in rates.sources, or a price in rates.fixed."
      />
    );
  return (
    <Row
      title={coin.cryptocurrency}
      detail={
        <>
          {methods[coin.method]}
          {coin.sources.length === 0 ? '' : ` (${coin.sources.join(', ')})`}
          {coin.method === 'fixed' || coin.at === null ? null : (
            <>
              , <Time at={coin.at} />
            </>
          )}
        </>
      }
    >
      <Fiat amount={coin.rate} currency="USD" />
    </Row>
  );
}
