// The newest unmatched payments on Home: each with its amount and reason, and a link to decide about it.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UnmatchedPayment } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useNetworkNames } from '../../evidence/network-names.ts';
import { whyWaiting } from '../../evidence/words.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Coin } from '../../parts/money.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

const shown = 3;

export function PaymentsToReview({ appId }: { readonly appId: string }) {
  const networkName = useNetworkNames();
  const { data = [] } = useQuery({
    queryKey: ['unmatched-payments', appId, 'newest'],
    queryFn: ({ signal }) =>
      api.get<UnmatchedPayment[]>('/unmatched-payments', { app_id: appId, limit: shown + 1 }, signal),
  });
  const payments = data.filter(({ dust }) => !dust).slice(0, shown);
  if (payments.length === 0) return null;
  return (
    <ul className="home-review">
      {payments.map(({ id, amount, cryptocurrency, network, reason, created_at }) => (
        <li key={id}>
          <AppLink to="/console/review" search={{ payment: id } as never}>
            {joined(
              words.common.coinOn({
                coin: <Coin amount={amount} symbol={cryptocurrency} />,
                network: networkName(network),
              }),
            )}
          </AppLink>{' '}
          <Text component="span" size="sm" c="dimmed">
            <Time at={created_at} />
          </Text>
          <Text size="sm">{whyWaiting(reason)}</Text>
        </li>
      ))}
    </ul>
  );
}
