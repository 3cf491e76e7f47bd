// `network list`: how far each network was read, and whether anybody follows it.
import { parseArgs } from 'node:util';
import type { Network } from '../../features/catalog/catalog.ts';
import { listEndpoints } from '../../features/networks/endpoint-store.ts';
import { listAgreements, listProgress, type NetworkProgress } from '../../features/networks/status-store.ts';
import { sumPerDay } from '../../io/chains/endpoint-health.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';

/** As long as an endpoint may be silent before its network is shown as not available. */
const reachedSeconds = 20;

export const listNetworksCommand: Command = {
  takes: '[--json]',
  about:
    'Shows every network: whether it is followed, up to which block, how far behind the head, and why it is halted.',
  async run(args) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const shown = await withInstance(async ({ db, catalog }) => {
      const progress = new Map((await listProgress(db, reachedSeconds)).map((one) => [one.networkId, one]));
      const lacks = new Map((await listAgreements(db)).map((one) => [one.networkId, one.quorumLacks]));
      const lacksOf = ({ id, quorum }: Network) => (quorum === null ? [] : (lacks.get(id) ?? []));
      const usages = Map.groupBy(await listEndpoints(db), ({ networkId }) => networkId);
      const usageOf = ({ id }: Network) => (usages.get(id) ?? []).map(({ usage }) => usage);
      return catalog.networks.map((network) => ({
        ...shownNetwork(network, progress.get(network.id), lacksOf(network)),
        calls_per_day: sumPerDay(usageOf(network), 'calls'),
        units_per_day: sumPerDay(usageOf(network), 'units'),
      }));
    });
    process.stdout.write(values.json === true ? `${JSON.stringify(shown)}\n` : table(shown));
    return 0;
  },
};

type Shown = ReturnType<typeof shownNetwork> & {
  readonly calls_per_day: number | null;
  readonly units_per_day: number | null;
};

function shownNetwork(network: Network, progress: NetworkProgress | undefined, lacks: readonly string[]) {
  const { block = null, head = null, halted = null, reachedAt = null } = progress ?? {};
  return {
    network: network.symbol,
    state: stateOf(network, progress),
    block,
    head,
    behind: block === null || head === null ? null : Math.max(0, head - block),
    reached_at: reachedAt?.toISOString() ?? null,
    halted,
    quorum_lacks: lacks,
  };
}

function stateOf(
  network: Network,
  progress: NetworkProgress | undefined,
): 'not_in_use' | 'halted' | 'followed' | 'swept' | 'no_addresses' | 'away' {
  if (!network.followable) return 'not_in_use';
  if (progress?.halted != null) return 'halted';
  if (progress?.isReached !== true) return 'away';
  if (progress.isResting) return 'no_addresses';
  return progress.isIdle ? 'swept' : 'followed';
}

function table(networks: readonly Shown[]): string {
  const rows = networks.map((one) => [
    one.network,
    one.state.replaceAll('_', ' '),
    one.block,
    one.head,
    one.behind,
    one.calls_per_day,
    one.units_per_day,
  ]);
  const lines = [['network', 'state', 'read', 'head', 'behind', 'calls a day', 'units a day'], ...rows].map((cells) =>
    cells.map((cell) => String(cell ?? '-')),
  );
  const widths = [0, 1, 2, 3, 4, 5, 6].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const reasons = networks.filter((one) => one.halted !== null).map((one) => `${one.network} is halted. ${one.halted}`);
  const lacks = networks.flatMap((one) => one.quorum_lacks.map((says) => `${one.network}: ${says}`));
  return `${[...text, ...reasons, ...lacks].join('\n')}\n`;
}
