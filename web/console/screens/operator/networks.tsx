// The networks that are in use, each with its endpoints: lag, disagreement, cost and budget.
import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorNetwork } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { type Fact, Facts } from '../../parts/sheets/facts.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { isStale } from './stale.ts';

const everyMillis = 15_000;

export function Networks() {
  const [showsUnused, setShowsUnused] = useState(false);
  const networks = useQuery({
    queryKey: ['operator', 'networks'],
    queryFn: ({ signal }) => api.get<OperatorNetwork[]>('/operator/networks', {}, signal),
    refetchInterval: everyMillis,
  });
  const used = networks.data?.filter((one) => one.state !== 'not_in_use' || one.apps > 0) ?? [];
  const unused = networks.data?.filter((one) => !used.includes(one)) ?? [];
  return (
    <Section title="Networks" about="As the process that follows them wrote down, looked at anew every 15 seconds.">
      {networks.isPending ? <Awaited lines={4} /> : null}
      {networks.error === null ? null : <NotAnswered error={networks.error} again={() => void networks.refetch()} />}
      {networks.data !== undefined && used.length === 0 ? (
        <Text>
          None is in use. Set the variable of a network to the address of an endpoint, and start the service again.
        </Text>
      ) : null}
      {used.map((network) => (
        <NetworkCard key={network.symbol} network={network} />
      ))}
      {unused.length === 0 ? null : (
        <div>
          <Button variant="default" aria-expanded={showsUnused} onClick={() => setShowsUnused(!showsUnused)}>
            {showsUnused ? 'Hide those not in use' : `${unused.length} more are not in use`}
          </Button>
        </div>
      )}
      {showsUnused ? (
        <RowList label="Networks that are not in use">
          {unused.map((one) => (
            <Row
              key={one.symbol}
              title={one.name}
              marks={one.test ? <StatusBadge status="test" name="Test" tone="quiet" /> : null}
              detail={
                <>
                  To use it, set <code>{one.variable}</code> and start the service again.
                </>
              }
            />
          ))}
        </RowList>
      ) : null}
    </Section>
  );
}

const states = {
  followed: ['Followed', 'good'],
  swept: ['Looked at now and then', 'quiet'],
  no_addresses: ['Nobody is paid there', 'quiet'],
  away: ['Away', 'bad'],
  halted: ['Halted', 'bad'],
  not_in_use: ['No endpoint', 'bad'],
} as const;

function NetworkCard({ network }: { readonly network: OperatorNetwork }) {
  const [words, tone] = states[network.state];
  const stale = isStale(network);
  return (
    <section className="stacked-close" aria-label={network.name}>
      <div className="row-title">
        <span>{network.name}</span>
        <StatusBadge status={network.state} name={words} tone={tone} />
        {stale ? <StatusBadge status="stale" name="Stale" tone="act" /> : null}
        {network.test ? <StatusBadge status="test" name="Test" tone="quiet" /> : null}
      </div>
      <Troubles network={network} isStale={stale} />
      <Facts facts={factsOf(network)} />
      <RowList label={`Endpoints of ${network.name}`}>
        {network.endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.name} endpoint={endpoint} />
        ))}
      </RowList>
    </section>
  );
}

/** What needs the operator, in sentences that say what to do. */
function Troubles({ network, isStale }: { readonly network: OperatorNetwork; readonly isStale: boolean }) {
  const troubles = [
    network.halted === null
      ? null
      : `${sentence(network.halted)} Once you have looked, run: quittance network resume ${network.symbol}`,
    network.state === 'away' ? `No endpoint answers. Check ${network.variable} and that it can be reached.` : null,
    network.state === 'not_in_use' ? `Shops are paid there, and it has no endpoint: set ${network.variable}.` : null,
    isStale && network.state !== 'away'
      ? 'It was not heard of lately. Is a process with the role watcher running?'
      : null,
    network.degraded ? 'What its nodes call final has stopped moving: payments that must be final wait.' : null,
    network.dispute === null ? null : `Its endpoints disagree: ${sentence(network.dispute)}`,
    network.held_payments === 0 ? null : `${network.held_payments} payments wait for its endpoints to agree.`,
    ...network.quorum_lacks.map(sentence),
  ].filter((one) => one !== null);
  if (troubles.length === 0) return null;
  return (
    <Alert color="red" variant="light">
      <Stack gap={4}>
        {troubles.map((one) => (
          <Text key={one}>{one}</Text>
        ))}
      </Stack>
    </Alert>
  );
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const whole = new Intl.NumberFormat('en');

function factsOf(network: OperatorNetwork): Fact[] {
  const { block, head, behind, budget } = network;
  const read =
    block === null || head === null
      ? 'nothing yet'
      : behind === 0
        ? `up to the newest block, ${whole.format(block)}`
        : `block ${whole.format(block)} of ${whole.format(head)}: ${whole.format(behind ?? 0)} behind`;
  const calls =
    network.calls_per_day === null ? 'counted after a minute' : `${whole.format(network.calls_per_day)} calls a day`;
  const units = network.units_per_day === null ? '' : `, ${whole.format(network.units_per_day)} units`;
  return [
    { name: 'Read', value: read },
    { name: 'Heard of', value: network.reached_at === null ? 'never' : <Time at={network.reached_at} /> },
    { name: 'Paid there', value: network.apps === 1 ? '1 shop' : `${network.apps} shops` },
    { name: 'Cost', value: `${calls}${units}` },
    ...(budget === null
      ? []
      : [{ name: 'Budget', value: `${whole.format(budget.requests)} calls an endpoint, ${period(budget.seconds)}` }]),
  ];
}

function period(seconds: number): string {
  const names: Readonly<Record<number, string>> = { 1: 'a second', 60: 'a minute', 3600: 'an hour', 86400: 'a day' };
  return names[seconds] ?? `in ${seconds} seconds`;
}

type Endpoint = OperatorNetwork['endpoints'][number];

const endpointStates = {
  healthy: ['Healthy', 'good'],
  deprioritized: ['Asked last', 'act'],
  cooling_down: ['Rests after a fault', 'act'],
  wrong_chain: ['Another chain', 'bad'],
  quarantined: ['Quarantined', 'bad'],
} as const;

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  const [words, tone] = endpointStates[endpoint.state];
  const facts = [
    endpoint.behind === null
      ? null
      : endpoint.behind === 0
        ? 'at the newest block'
        : `${endpoint.behind} blocks behind`,
    endpoint.latency_ms === null ? null : `answers in ${Math.round(endpoint.latency_ms)} ms`,
    endpoint.error_rate < 0.005 ? null : `${Math.round(endpoint.error_rate * 100)} % of requests fail`,
    endpoint.calls_per_day === null ? null : `${whole.format(endpoint.calls_per_day)} calls a day`,
    endpoint.units_per_day === null ? null : `${whole.format(endpoint.units_per_day)} units a day`,
    endpoint.busy_answers === 0 ? null : `asked to slow down ${endpoint.busy_answers} times`,
  ].filter((one) => one !== null);
  const share = endpoint.budget_used;
  return (
    <Row
      title={<bdi>{endpoint.name}</bdi>}
      marks={<StatusBadge status={endpoint.state} name={words} tone={tone} />}
      detail={
        <>
          {endpoint.reason === null ? null : (
            <>
              {sentence(endpoint.reason)}
              <br />
            </>
          )}
          {facts.join(', ')}
        </>
      }
    >
      {share === null ? null : (
        <div style={{ width: 220 }}>
          <Text size="xs" c="dimmed">
            {Math.round(share * 100)} % of its budget is used
          </Text>
          <Progress
            value={share * 100}
            color={share >= 0.8 ? 'red' : 'green'}
            aria-label={`Budget of ${endpoint.name}`}
          />
        </div>
      )}
    </Row>
  );
}
