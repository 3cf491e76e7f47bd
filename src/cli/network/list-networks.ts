// `network list`: how far each network was read, and whether anybody follows it.
import { parseArgs } from 'node:util';
import type { Network } from '../../features/catalog/catalog.ts';
import { listProgress, type NetworkProgress } from '../../features/networks/status-store.ts';
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
      return catalog.networks.map((network) => shownNetwork(network, progress.get(network.id)));
    });
    process.stdout.write(values.json === true ? `${JSON.stringify(shown)}\n` : table(shown));
    return 0;
  },
};

type Shown = ReturnType<typeof shownNetwork>;

function shownNetwork(network: Network, progress: NetworkProgress | undefined) {
  const { block = null, head = null, halted = null, reachedAt = null } = progress ?? {};
  return {
    network: network.symbol,
    state: stateOf(network, progress),
    block,
    head,
    behind: block === null || head === null ? null : Math.max(0, head - block),
    reached_at: reachedAt?.toISOString() ?? null,
    halted,
  };
}

function stateOf(
  network: Network,
  progress: NetworkProgress | undefined,
): 'not_in_use' | 'halted' | 'followed' | 'away' {
  if (!network.followable) return 'not_in_use';
  if (progress?.halted != null) return 'halted';
  return progress?.isReached === true ? 'followed' : 'away';
}

function table(networks: readonly Shown[]): string {
  const rows = networks.map((one) => [one.network, one.state.replaceAll('_', ' '), one.block, one.head, one.behind]);
  const lines = [['network', 'state', 'read', 'head', 'behind'], ...rows].map((cells) =>
    cells.map((cell) => String(cell ?? '-')),
  );
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const reasons = networks.filter((one) => one.halted !== null).map((one) => `${one.network} is halted. ${one.halted}`);
  return `${[...text, ...reasons].join('\n')}\n`;
}
