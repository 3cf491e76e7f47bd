// Beside the loop that reads a network: has its endpoints check each other's work, and records how they are.
import { setTimeout as delay } from 'node:timers/promises';
import { ChainFault } from '../../../io/chains/chain.ts';
import { DatabaseAway } from '../../../io/db/sql-fault.ts';
import { leasedHeight } from '../../networks/cursor-store.ts';
import { recordEndpoints } from '../../networks/endpoint-store.ts';
import { recordAgreement } from '../../networks/status-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { compareHeaders } from './compare-headers.ts';
import { disputeOf } from './endpoint-quorum.ts';
import { rereadBlocks } from './reread-blocks.ts';

const pauseMillis = 1_000;

/** Until the signal is aborted. Does nothing while another process reads the network. */
export async function watchQuorum(sync: SyncContext, signal: AbortSignal): Promise<void> {
  const { instance, session } = sync;
  while (!signal.aborted) {
    await checkOnce(sync).catch((error: unknown) => {
      // The loop that reads the network says so already.
      if (error instanceof DatabaseAway || error instanceof ChainFault) return;
      instance.log.error({ network: session.network.symbol, err: error }, 'comparing endpoints failed; trying again');
    });
    await delay(pauseMillis, undefined, { signal }).catch(() => undefined);
  }
}

async function checkOnce(sync: SyncContext): Promise<void> {
  const { instance, session } = sync;
  const { network, quorum, chain, owner } = session;
  const height = await leasedHeight(instance.db, network.id, owner);
  if (height === null) return;
  if (quorum.endpoints.length > 1 && quorum.comparePace.isDue) {
    quorum.comparePace.restart();
    await compareHeaders(sync, height);
  }
  await rereadBlocks(sync, height);
  if (!quorum.recordPace.isDue) return;
  quorum.recordPace.restart();
  await recordEndpoints(instance.db, network.id, chain.endpoints?.health ?? []);
  const { heldPayments } = quorum;
  await recordAgreement(instance.db, { networkId: network.id, dispute: disputeOf(quorum), heldPayments });
}
