// What doctor has to say of how far a network was read, as the process that reads it wrote down.
import type { NetworkStanding } from '../networks/network-status.ts';
import type { Finding } from './finding.ts';

export interface Progress {
  readonly symbol: string;
  readonly state: NetworkStanding['state'];
  readonly progress: Pick<NetworkStanding['progress'], 'behind' | 'blockAt' | 'answersUntil' | 'isLeased'>;
}

const longestLagMillis = 300_000;
/** Longer than a lease that its holder left behind. */
const longestSilenceMillis = 60_000;

/** Nothing where it is read as it should; what is halted, or has no endpoint, is told elsewhere. */
export function progressFindings({ symbol, state, progress }: Progress, now: Date): Finding[] {
  if (state === 'halted' || state === 'not_in_use' || state === 'no_addresses') return [];
  const what = `network ${symbol}, reading`;
  const { behind, blockAt, answersUntil, isLeased } = progress;
  const silentMillis = answersUntil === null ? null : now.getTime() - answersUntil.getTime();
  if (!isLeased && (silentMillis === null || silentMillis > longestSilenceMillis))
    return [
      { what, isGood: false, says: 'nobody reads it: payments are not seen. Start a process with the role watcher' },
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
        'Wait if it catches up; else add an endpoint',
      ].join(' '),
    },
  ];
}
