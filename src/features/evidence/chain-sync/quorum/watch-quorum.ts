// Runs next to the loop that reads a network: compares its endpoints with each other and records their state.
import { setTimeout as delay } from 'node:timers/promises';
import { ChainFault } from '../../../../io/chains/chain.ts';
import { isBudgetUsed, urgentFrom } from '../../../../io/chains/endpoint-health.ts';
import { DatabaseAway } from '../../../../io/db/sql-fault.ts';
import { leasedHeight } from '../../../known/networks/cursor-store.ts';
import { recordEndpoints } from '../../../known/networks/endpoint-store.ts';
import { recordAgreement } from '../../../known/networks/status-store.ts';
import { passAgain } from '../second-pass/second-pass.ts';
import type { SyncContext } from '../sync-session.ts';
import { describeTooFew, lacksOf, tooFew } from './capabilities.ts';
import { compareHeaders } from './compare-headers.ts';
import { disputeOf } from './endpoint-quorum.ts';
import { recordMissed } from './record-missed.ts';
import { rereadBlocks } from './reread-blocks.ts';

const pauseMillis = 1_000;

/** Runs until the signal is aborted. Does nothing while another process reads the network. */
export async function watchQuorum(sync: SyncContext, signal: AbortSignal): Promise<void> {
  const { instance, session } = sync;
  while (!signal.aborted) {
    await checkOnce(sync, signal).catch((error: unknown) => {
      // The loop that reads the network logs these errors.
      if (error instanceof DatabaseAway || error instanceof ChainFault) return;
      instance.log.error({ network: session.network.symbol, err: error }, 'comparing endpoints failed; trying again');
    });
    await delay(pauseMillis, undefined, { signal }).catch(() => undefined);
  }
}

async function checkOnce(sync: SyncContext, signal: AbortSignal): Promise<void> {
  const { instance, session } = sync;
  const { network, quorum, chain, owner } = session;
  const height = await leasedHeight(instance.db, network.id, owner);
  if (height === null) return;
  await recordMissed(sync, signal);
  // While nothing is open, endpoints get as few requests as possible.
  if (session.sweep.lastPace === 'follow') await checkBlocks(sync, height);
  if (!quorum.recordPace.isDue) return;
  quorum.recordPace.restart();
  await recordEndpoints(instance.db, network.id, chain.endpoints?.health ?? []);
  const { heldPayments, lacks: quorumLacks } = quorum;
  const dispute = disputeOf(quorum);
  await recordAgreement(instance.db, { networkId: network.id, dispute, heldPayments, quorumLacks });
}

async function checkBlocks(sync: SyncContext, height: number): Promise<void> {
  const { network, chain, quorum } = sync.session;
  if (quorum.endpoints.length > 1 && quorum.comparePace.isDue) {
    quorum.comparePace.restart();
    await compareHeaders(sync, height);
  }
  // Reading for a quorum is part of crediting. All other requests here can wait for the next period of the budget.
  const isSpare = !isBudgetUsed(chain.endpoints, urgentFrom);
  if (isSpare || network.quorum !== null) await rereadBlocks(sync, height);
  if (!isSpare) return;
  await passAgain(sync, height);
  await lookForAbilities(sync);
}

/** Reports a quorum that cannot be reached before a payment waits for it. */
async function lookForAbilities({ session: { network, quorum } }: SyncContext): Promise<void> {
  if (network.quorum === null || !quorum.abilityPace.isDue) return;
  quorum.abilityPace.restart();
  const lacks = await Promise.all(quorum.endpoints.map(({ chain }) => lacksOf(chain, network.facts)));
  quorum.lacks = tooFew(network, lacks).map((one) => describeTooFew(network, one));
}
