// One network: how it is, and a switch for each of its coins.
import { Alert, Anchor, Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { App } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { NetworkName } from '../../parts/networks/network-name.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import type { CoinRow, NetworkRows } from './coin-queries.ts';
import { CoinTerms } from './coin-terms.tsx';

export function NetworkCoins({ app, network, coins, hasAddress }: NetworkRows & { readonly app: App }) {
  const isUsed = coins.some(({ accepted }) => accepted !== null);
  return (
    <Section
      title={<NetworkName network={network} />}
      aside={
        network.available ? (
          network.degraded ? (
            <StatusBadge status="degraded" name="Finality stands still" tone="act" />
          ) : (
            <StatusBadge status="answers" name="Answers" tone="good" />
          )
        ) : (
          <StatusBadge status="away" name="Does not answer" tone="bad" />
        )
      }
      about={
        network.available
          ? undefined
          : 'Customers are not offered it until it answers again. What was sent meanwhile is found then.'
      }
    >
      {isUsed && !hasAddress ? (
        <Alert color="amber" variant="light">
          Nobody can pay on {network.name} yet: the shop has no address there.{' '}
          <Anchor component={AppLink} to="/console/settings/addresses" inherit>
            Add one
          </Anchor>
        </Alert>
      ) : null}
      <Stack gap="sm">
        {coins.map((coin) => (
          <CoinLine key={coin.symbol} app={app} coin={coin} network={network} />
        ))}
      </Stack>
    </Section>
  );
}

interface CoinLineProps {
  readonly app: App;
  readonly coin: CoinRow;
  readonly network: NetworkRows['network'];
}

function CoinLine({ app, coin, network }: CoinLineProps) {
  const [isEditing, setEditing] = useState(false);
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const { accepted } = coin;
  const refreshes = [
    ['app-cryptocurrencies', app.id],
    ['attention', app.id],
  ];
  const turn = useAct({
    act: () =>
      accepted === null
        ? api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: coin.symbol, network: network.symbol })
        : api.delete(`/app-cryptocurrency/${accepted.id}`),
    refreshes,
    done: () => setQuestion(null),
  });
  const limits = limitsOf(coin);
  const facts = [...limits, ...(coin.cost === null ? [] : [coin.cost])];
  const turned = () => {
    if (accepted === null || limits.length === 0) return turn.run();
    setQuestion({
      title: `Take ${coin.symbol} on ${network.name} no more?`,
      costs: `Its limits are forgotten with it: ${limits.join(', ')}. Payments that are open go on.`,
      yes: 'Switch it off',
      act: () => turn.run(),
    });
  };
  const isStopped = accepted !== null && network.available && !accepted.available;
  return (
    <Group justify="space-between" wrap="nowrap" align="center" gap="sm">
      <Switch
        checked={turn.isRunning ? accepted === null : accepted !== null}
        disabled={turn.isRunning || (accepted === null && !network.available)}
        onChange={turned}
        label={
          <span>
            <strong>{coin.symbol}</strong> {coin.name}
          </span>
        }
        description={facts.length === 0 ? undefined : facts.join(' · ')}
      />
      <Group gap="xs" justify="flex-end">
        {isStopped ? <Badge color="red">Stopped</Badge> : null}
        {accepted === null ? null : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Limits of ${coin.symbol} on ${network.name}`}
            onClick={() => setEditing(true)}
          >
            Limits
          </Button>
        )}
      </Group>
      {isStopped ? <StoppedWords symbol={coin.symbol} /> : null}
      {accepted === null ? null : (
        <CoinTerms
          app={app}
          accepted={accepted}
          usual={coin.usual}
          opened={isEditing}
          close={() => setEditing(false)}
        />
      )}
      <Confirm question={question} isRunning={turn.isRunning} close={() => setQuestion(null)} />
    </Group>
  );
}

function StoppedWords({ symbol }: { readonly symbol: string }) {
  return (
    <Text size="xs" c="dimmed">
      The token’s contract is not as it was, or its issuer has blocked all of your addresses: nobody is offered {symbol}
      , and what comes waits in “To sort out”.
    </Text>
  );
}

/** What the app asks beyond the usual, in words. */
function limitsOf({ accepted, usual }: CoinRow): string[] {
  if (accepted === null) return [];
  const { min_total: least, max_total: most, confirmations, accept_unconfirmed_up_to: unconfirmed } = accepted;
  return [
    ...(least === null ? [] : [`orders from ${least} on`]),
    ...(most === null ? [] : [`orders up to ${most}`]),
    ...(confirmations > usual ? [`${confirmations} confirmations`] : []),
    ...(typeof unconfirmed === 'string' ? [`unconfirmed up to ${unconfirmed}`] : []),
  ];
}
