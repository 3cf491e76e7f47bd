// The state of every network for operators, as reported by the process that follows it.
import { sumPerDay } from '../../../../io/chains/endpoint-health.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { listEndpoints, type RecordedEndpoint } from '../../../known/networks/endpoint-store.ts';
import { listAgreements, listProgress, type NetworkProgress } from '../../../known/networks/status-store.ts';

/** In seconds. A network is shown as unavailable if its endpoints are silent for longer. */
const reachedSeconds = 20;

/**
 * `followed`: read block by block. `swept`: read at intervals, because nothing is open there. `no_addresses`: not read,
 * because no app is paid there. `away`: no endpoint answers. `not_in_use`: no endpoint is set.
 */
export const networkStates = ['followed', 'swept', 'no_addresses', 'away', 'halted', 'not_in_use'] as const;
export type NetworkState = (typeof networkStates)[number];

export interface NetworkStanding {
  readonly network: Network;
  readonly state: NetworkState;
  readonly progress: Pick<
    NetworkProgress,
    'block' | 'head' | 'reachedAt' | 'halted' | 'blockAt' | 'answersUntil' | 'isLeased'
  > & {
    /** The number of blocks that are not read yet; null if it is not known. */
    readonly behind: number | null;
  };
  /** The disagreement between its endpoints; null if there is none. */
  readonly dispute: string | null;
  readonly heldPayments: number;
  /** The kinds of evidence that too few endpoints provide, each as a sentence. Empty without a quorum. */
  readonly quorumLacks: readonly string[];
  readonly endpoints: readonly RecordedEndpoint[];
  /** Calls per day at the current pace, for all its endpoints; null if it is not known. */
  readonly callsPerDay: number | null;
  readonly unitsPerDay: number | null;
}

/** Returns all networks of the catalog in its order. */
export async function networkStandings({ db, catalog }: Pick<Instance, 'db' | 'catalog'>): Promise<NetworkStanding[]> {
  const progress = new Map((await listProgress(db, reachedSeconds)).map((one) => [one.networkId, one]));
  const agreements = new Map((await listAgreements(db)).map((one) => [one.networkId, one]));
  const endpoints = Map.groupBy(await listEndpoints(db), ({ networkId }) => networkId);
  return catalog.networks.map((network) => {
    const own = endpoints.get(network.id) ?? [];
    const agreement = agreements.get(network.id);
    const usages = own.map(({ usage }) => usage);
    return {
      network,
      state: stateOf(network, progress.get(network.id)),
      progress: progressOf(progress.get(network.id)),
      dispute: agreement?.dispute ?? null,
      heldPayments: agreement?.heldPayments ?? 0,
      quorumLacks: network.quorum === null ? [] : (agreement?.quorumLacks ?? []),
      endpoints: own,
      callsPerDay: sumPerDay(usages, 'calls'),
      unitsPerDay: sumPerDay(usages, 'units'),
    };
  });
}

function progressOf(progress: NetworkProgress | undefined): NetworkStanding['progress'] {
  const { block = null, head = null, halted = null, reachedAt = null } = progress ?? {};
  const { blockAt = null, answersUntil = null, isLeased = false } = progress ?? {};
  const behind = block === null || head === null ? null : Math.max(0, head - block);
  return { block, head, behind, halted, reachedAt, blockAt, answersUntil, isLeased };
}

function stateOf(network: Network, progress: NetworkProgress | undefined): NetworkState {
  if (!network.followable) return 'not_in_use';
  if (progress?.halted != null) return 'halted';
  if (progress?.isReached !== true) return 'away';
  if (progress.isResting) return 'no_addresses';
  return progress.isIdle ? 'swept' : 'followed';
}
