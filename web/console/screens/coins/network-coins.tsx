// One network: its state, and a switch for each of its coins.
import { Alert, Anchor, Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { App } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { NetworkName } from '../../parts/networks/network-name.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { list } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
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
            <StatusBadge status="degraded" name={words.coins.finalityStalled} tone="act" />
          ) : (
            <StatusBadge status="answers" name={words.coins.available} tone="good" />
          )
        ) : (
          <StatusBadge status="away" name={words.coins.unavailable} tone="bad" />
        )
      }
      about={network.available ? undefined : words.coins.unavailableMore}
    >
      {isUsed && !hasAddress ? (
        <Alert color="amber" variant="light">
          {joined(
            words.coins.noAddress({
              network: network.name,
              link: (
                <Anchor component={AppLink} to="/console/settings/addresses" inherit>
                  {words.evidence.addAddress}
                </Anchor>
              ),
            }),
          )}
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
      title: words.coins.disableTitle({ coin: coin.symbol, network: network.name }),
      costs: words.coins.disableMore({ limits: list(limits, 'unit') }),
      yes: words.coins.stop,
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
        {isStopped ? <Badge color="red">{words.coins.stopped}</Badge> : null}
        {accepted === null ? null : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={words.coins.limitsOf({ coin: coin.symbol, network: network.name })}
            onClick={() => setEditing(true)}
          >
            {words.coins.limits}
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
      {words.coins.stoppedMore({ coin: symbol })}
    </Text>
  );
}

/** The app's own limits of the coin, in words. */
function limitsOf({ accepted, usual }: CoinRow): string[] {
  if (accepted === null) return [];
  const { min_total: least, max_total: most, confirmations, accept_unconfirmed_up_to: unconfirmed } = accepted;
  return [
    ...(least === null ? [] : [words.coins.ordersFrom({ amount: least })]),
    ...(most === null ? [] : [words.coins.ordersUpTo({ amount: most })]),
    ...(confirmations > usual ? [words.coins.confirmationCount({ count: confirmations })] : []),
    ...(typeof unconfirmed === 'string' ? [words.coins.unconfirmedFact({ amount: unconfirmed })] : []),
  ];
}
