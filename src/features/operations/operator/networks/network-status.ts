// How every network is doing, as the process that follows it wrote down: what operators see, and who looks at it for
// them.
import { sumPerDay } from '../../../../io/chains/endpoint-health.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { listEndpoints, type RecordedEndpoint } from '../../../known/networks/endpoint-store.ts';
import { listAgreements, listProgress, type NetworkProgress } from '../../../known/networks/status-store.ts';

/** As long as an endpoint may be silent before its network is shown as not available. Seconds. */
const reachedSeconds = 20;

/**
 * `followed`: block by block. `swept`: now and then, since nothing is open there. `no_addresses`: not at all, since
 * nobody is paid there. `away`: no endpoint answers. `not_in_use`: no endpoint is set.
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
    /** How many blocks are still to be read; null where nothing is known yet. */
    readonly behind: number | null;
  };
  /** What its endpoints do not agree on; null where they do. */
  readonly dispute: string | null;
  readonly heldPayments: number;
  /** Of which kinds of evidence too few endpoints tell, each as a sentence. Empty where it has no quorum. */
  readonly quorumLacks: readonly string[];
  readonly endpoints: readonly RecordedEndpoint[];
  /** At the present pace, of all its endpoints together; null where that is not known. */
  readonly callsPerDay: number | null;
  readonly unitsPerDay: number | null;
}

/** All that the catalog has, in its order. */
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
