// Findings about the progress of reading a network, as reported by the process that reads it.
import type { NetworkStanding } from '../networks/network-status.ts';
import type { Finding } from './finding.ts';

export interface Progress {
  readonly symbol: string;
  readonly state: NetworkStanding['state'];
  readonly progress: Pick<NetworkStanding['progress'], 'behind' | 'blockAt' | 'answersUntil' | 'isLeased'>;
}

const longestLagMillis = 300_000;
/** Longer than the lease of a process that ended without releasing it. */
const longestSilenceMillis = 60_000;

/**
 * Returns nothing for a network that is read normally. A halted network, or one without an endpoint, has a finding
 * elsewhere.
 */
export function progressFindings({ symbol, state, progress }: Progress, now: Date): Finding[] {
  if (state === 'halted' || state === 'not_in_use' || state === 'no_addresses') return [];
  const what = `network ${symbol}, reading`;
  const { behind, blockAt, answersUntil, isLeased } = progress;
  const silentMillis = answersUntil === null ? null : now.getTime() - answersUntil.getTime();
  if (!isLeased && (silentMillis === null || silentMillis > longestSilenceMillis))
    return [
      { what, isGood: false, says: 'no process reads it, so payments are not seen. Start one with the role watcher' },
    ];
  const lagMillis = behind === null || behind === 0 || blockAt === null ? 0 : now.getTime() - blockAt.getTime();
  if (lagMillis <= longestLagMillis) return [];
  const minutes = Math.round(lagMillis / 60_000);
  return [
    {
      what,
      isGood: false,
      says: [
        `${behind} blocks, or ${minutes} minutes, behind: payments are seen late.`,
        'Wait if it catches up; otherwise add an endpoint',
      ].join(' '),
    },
  ];
}
