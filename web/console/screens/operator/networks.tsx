// The networks in use, each with its endpoints: lag, disagreement, cost and budget.
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OperatorNetwork } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { type Fact, Facts } from '../../parts/sheets/facts.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { measure, number, percent } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { isStale } from './is-stale.ts';

const everyMillis = 15_000;

export function Networks() {
  const networks = useQuery({
    queryKey: ['operator', 'networks'],
    queryFn: ({ signal }) => api.get<OperatorNetwork[]>('/operator/networks', {}, signal),
    refetchInterval: everyMillis,
  });
  const used = networks.data?.filter((one) => one.state !== 'not_in_use' || one.apps > 0) ?? [];
  return (
    <Section
      title={words.operator.networks}
      about={words.operator.networksAbout({ seconds: measure(everyMillis / 1000, 'second') })}
    >
      {networks.isPending ? <Awaited lines={4} /> : null}
      {networks.error === null ? null : <NotAnswered error={networks.error} again={() => void networks.refetch()} />}
      {networks.data !== undefined && used.length === 0 ? <Text>{words.operator.noNetworks}</Text> : null}
      {used.map((network) => (
        <NetworkCard key={network.symbol} network={network} />
      ))}
      <div>
        <ButtonLink to="/console/operator/networks" variant="default">
          {words.operatorNetworks.manage}
        </ButtonLink>
      </div>
    </Section>
  );
}

const tones = {
  followed: 'good',
  swept: 'quiet',
  no_addresses: 'quiet',
  away: 'bad',
  halted: 'bad',
  not_in_use: 'bad',
} as const;

function NetworkCard({ network }: { readonly network: OperatorNetwork }) {
  const stale = isStale(network);
  return (
    <section className="stacked-close" aria-label={network.name}>
      <div className="row-title">
        <span>{network.name}</span>
        <StatusBadge status={network.state} name={words.networkStates[network.state]} tone={tones[network.state]} />
        {stale ? <StatusBadge status="stale" name={words.operator.stale} tone="act" /> : null}
        {network.test ? <StatusBadge status="test" name={words.operator.test} tone="quiet" /> : null}
      </div>
      <Troubles network={network} isStale={stale} />
      <Facts facts={factsOf(network)} />
      <RowList label={words.operator.endpointsOf({ network: network.name })}>
        {network.endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.name} endpoint={endpoint} />
        ))}
      </RowList>
    </section>
  );
}

/** Problems that need the operator, each with a remedy. */
function Troubles({ network, isStale }: { readonly network: OperatorNetwork; readonly isStale: boolean }) {
  const troubles = [
    network.halted === null
      ? null
      : words.operator.halted({
          reason: sentence(network.halted),
          command: `quittance network resume ${network.symbol}`,
        }),
    network.state === 'away' ? words.operator.away : null,
    network.state === 'not_in_use' ? words.operator.noEndpoint : null,
    isStale && network.state !== 'away' ? words.operator.notReported({ role: 'watcher' }) : null,
    network.degraded ? words.operator.degraded : null,
    network.dispute === null ? null : words.operator.dispute({ reason: sentence(network.dispute) }),
    network.held_payments === 0 ? null : words.operator.heldPayments({ count: network.held_payments }),
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

function factsOf(network: OperatorNetwork): Fact[] {
  const { block, head, behind, budget } = network;
  const read =
    block === null || head === null
      ? words.operator.readNothing
      : behind === 0
        ? words.operator.readAll({ block: number(block) })
        : words.operator.readPart({ block: number(block), head: number(head), count: behind ?? 0 });
  const calls = network.calls_per_day === null ? words.operator.callsLater : callsPerDay(network.calls_per_day);
  const units = network.units_per_day === null ? '' : ` · ${unitsPerDay(network.units_per_day)}`;
  return [
    { name: words.operator.read, value: read },
    {
      name: words.operator.lastReport,
      value: network.reached_at === null ? words.operator.never : <Time at={network.reached_at} />,
    },
    { name: words.operator.usedBy, value: words.operator.shopCount({ count: network.apps }) },
    { name: words.operator.cost, value: `${calls}${units}` },
    ...(budget === null
      ? []
      : [
          {
            name: words.operator.budget,
            value: words.operator.callsPerPeriod({ count: budget.requests, period: period(budget.seconds) }),
          },
        ]),
  ];
}

const callsPerDay = (count: number) => words.operator.callsPerDay({ count });
const unitsPerDay = (count: number) => words.operator.unitsPerDay({ count });

function period(seconds: number): string {
  if (seconds % 86_400 === 0) return measure(seconds / 86_400, 'day');
  if (seconds % 3600 === 0) return measure(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? measure(seconds / 60, 'minute') : measure(seconds, 'second');
}

type Endpoint = OperatorNetwork['endpoints'][number];

const endpointTones = {
  healthy: 'good',
  deprioritized: 'act',
  cooling_down: 'act',
  wrong_chain: 'bad',
  quarantined: 'bad',
} as const;

function EndpointRow({ endpoint }: { readonly endpoint: Endpoint }) {
  const facts = [
    endpoint.behind === null
      ? null
      : endpoint.behind === 0
        ? words.operator.atHead
        : words.operator.blocksBehind({ count: endpoint.behind }),
    endpoint.latency_ms === null
      ? null
      : words.operator.latency({ time: measure(Math.round(endpoint.latency_ms), 'millisecond') }),
    endpoint.error_rate < 0.005 ? null : words.operator.errorRate({ percent: percent(endpoint.error_rate) }),
    endpoint.calls_per_day === null ? null : callsPerDay(endpoint.calls_per_day),
    endpoint.units_per_day === null ? null : unitsPerDay(endpoint.units_per_day),
    endpoint.busy_answers === 0 ? null : words.operator.rateLimited({ count: endpoint.busy_answers }),
  ].filter((one) => one !== null);
  const share = endpoint.budget_used;
  return (
    <Row
      title={<bdi>{endpoint.name}</bdi>}
      marks={
        <StatusBadge
          status={endpoint.state}
          name={words.endpointStates[endpoint.state]}
          tone={endpointTones[endpoint.state]}
        />
      }
      detail={
        <>
          {endpoint.reason === null ? null : (
            <>
              {sentence(endpoint.reason)}
              <br />
            </>
          )}
          {facts.join(' · ')}
        </>
      }
    >
      {share === null ? null : (
        <div style={{ width: 220 }}>
          <Text size="xs" c="dimmed">
            {words.operator.budgetUsed({ percent: percent(share) })}
          </Text>
          <Progress
            value={share * 100}
            color={share >= 0.8 ? 'red' : 'green'}
            aria-label={words.operator.budgetOf({ endpoint: endpoint.name })}
          />
        </div>
      )}
    </Row>
  );
}
