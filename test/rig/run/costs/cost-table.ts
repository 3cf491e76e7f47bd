// The most expensive files of a run as a table.
import type { RecordLine } from './run-record.ts';

const headings = ['cpu s', 'wall s', 'waiting s', 'services', 'commands', 'chains', 'file'];

export function costTable(lines: readonly RecordLine[], most: number): string {
  const costly = [...lines].sort((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, most);
  const rows = costly.map(({ path, wallMs, cpuSeconds, waitingSeconds, starts }) => [
    cpuSeconds.toFixed(1),
    (wallMs / 1000).toFixed(1),
    waitingSeconds.toFixed(1),
    `${starts['service process']} + ${starts['service thread']} + ${starts['service in process']}`,
    `${starts['command line']}`,
    `${starts.chain}`,
    path,
  ]);
  return [headings, ...rows].map((cells) => cells.map(aligned).join('  ')).join('\n');
}

function aligned(cell: string, column: number): string {
  const width = headings[column]?.length ?? 0;
  return column === headings.length - 1 ? cell : cell.padStart(width);
}
