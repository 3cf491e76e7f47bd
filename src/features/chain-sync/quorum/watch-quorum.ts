// Beside the loop that follows a network: has its endpoints look at each other's work, and writes down how they are.
import { setTimeout as delay } from 'node:timers/promises';
import { ChainFault } from '../../../io/chains/chain.ts';
import { DatabaseAway } from '../../../io/db/sql-fault.ts';
import type { Instance } from '../../instance.ts';
import { leasedHeight, noteEndpoints } from '../../networks/endpoint-store.ts';
import type { Follower } from '../sync-session.ts';
import { compareHeaders } from './compare-headers.ts';
import { disagreement } from './endpoint-quorum.ts';
import { readAgain } from './reread-blocks.ts';

const pauseMillis = 1_000;
const compareMillis = 10_000;
const noteMillis = 5_000;

/** Until the signal is aborted. Does nothing while another process follows the network. */
export async function watchWitnesses(instance: Instance, follower: Follower, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await look(instance, follower).catch((error: unknown) => {
      // The loop that follows the network says so already.
      if (error instanceof DatabaseAway || error instanceof ChainFault) return;
      instance.log.error({ network: follower.network.symbol, err: error }, 'comparing endpoints failed; trying again');
    });
    await delay(pauseMillis, undefined, { signal }).catch(() => undefined);
  }
}

async function look(instance: Instance, follower: Follower): Promise<void> {
  const { network, jury, chain } = follower;
  const height = await leasedHeight(instance.db, network.id, follower.owner);
  if (height === null) return;
  const now = performance.now();
  if (jury.witnesses.length > 1 && now - jury.comparedAt >= compareMillis) {
    jury.comparedAt = now;
    await compareHeaders(instance, follower, height);
  }
  await readAgain(instance, follower, height);
  if (now - jury.notedAt < noteMillis) return;
  jury.notedAt = now;
  const told = { dispute: disagreement(jury), heldPayments: jury.heldPayments };
  await noteEndpoints(instance.db, network.id, chain.endpoints?.health ?? [], told);
}
