// `network list`: shows how far each network was read, and whether a process follows it.
import { parseArgs } from 'node:util';
import { type NetworkStanding, networkStandings } from '../../features/operations/operator/networks/network-status.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';

export const listNetworksCommand: Command = {
  takes: '[--json]',
  about: 'Shows every network: its state, the newest block read, the distance to the head, and the reason of a halt.',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const shown = (await withInstance(terminal, networkStandings)).map(listed);
    terminal.output.write(values.json === true ? `${JSON.stringify(shown)}\n` : table(shown));
    return 0;
  },
};

type Shown = ReturnType<typeof listed>;

function listed({ network, state, progress, quorumLacks, callsPerDay, unitsPerDay }: NetworkStanding) {
  const { block, head, behind, reachedAt, halted } = progress;
  return {
    network: network.symbol,
    state,
    block,
    head,
    behind,
    reached_at: reachedAt?.toISOString() ?? null,
    halted,
    quorum_lacks: quorumLacks,
    calls_per_day: callsPerDay,
    units_per_day: unitsPerDay,
  };
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
