// Simulates the transfer of a merchant's wallet for the sandbox. It is in block 0, which has no transfers on any chain:
// watchers do not compare it with the chain, and no reorg reaches it.
import { type NewTransfer, simulatedBlock } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { finalizeExpected, findExpected, lockExpectedAt, updateFromBlock } from './expected-store.ts';
import { announce, observeTransfers, removeOutgoing } from './observe-transfers.ts';
import { listOutgoing } from './outgoing-store.ts';

type Parts = Pick<Instance, 'clock'>;

/**
 * Locks the expected transfer and its competitors until the commit. Call it before any invoice is locked, because
 * watchers and tasks lock in that order. The caller must have locked the network's cursor.
 */
export async function lockForSimulation(trx: Queryable, expectedId: string): Promise<void> {
  const place = await findExpected(trx, expectedId);
  if (place !== null) await lockExpectedAt(trx, [place]);
}

/** The expected transfer must be locked. */
export async function simulateTransfer(
  trx: Queryable,
  instance: Parts,
  expectedId: string,
  found: NewTransfer,
): Promise<void> {
  const expected = await findExpected(trx, expectedId);
  if (expected === null) throw new Error(`expected transfer ${expectedId} is gone`);
  // Only during the simulation, so that no earlier transfer of the chain counts afterwards.
  await updateFromBlock(trx, expectedId, simulatedBlock - 1);
  await observeTransfers(trx, instance, { id: expected.networkId }, [found]);
  await updateFromBlock(trx, expectedId, expected.fromBlock);
}

/** Gives a simulated transfer the confirmations that it needs. A transfer of another amount stays as it is. */
export async function simulateConfirmations(trx: Queryable, instance: Parts, expectedId: string): Promise<void> {
  const expected = await findExpected(trx, expectedId);
  if (expected === null) return;
  const height = simulatedBlock + expected.confirmations - 1;
  const due = [{ expected, block: simulatedBlock }];
  await announce(trx, instance, await finalizeExpected(trx, due, { height, now: instance.clock.now() }));
}

/** Removes a simulated transfer as a reorg would. A real one stays. */
export async function simulateReorg(trx: Queryable, instance: Parts, expectedId: string): Promise<void> {
  const expected = await findExpected(trx, expectedId);
  const [transfer] = expected?.transferId == null ? [] : await listOutgoing(trx, [expected.transferId]);
  if (expected === null || transfer?.block !== simulatedBlock) return;
  await removeOutgoing(trx, instance, { networkId: expected.networkId, removed: { ids: [transfer.id] } });
}
