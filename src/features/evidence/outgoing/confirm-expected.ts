// Marks expected transfers with the required depth as final.
import { isDeepEnough } from '../../../core/payment/outgoing/expected-transfer.ts';
import type { Instance } from '../../instance.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { type Due, finalizeExpected, listDue } from './expected-store.ts';
import { announce } from './observe-transfers.ts';
import { listOutgoing, type RecordedOutgoing } from './outgoing-store.ts';

/** Checks against the chain before a transfer is final. They run outside a database transaction. */
export interface Confirming {
  /** Returns the newest final block according to the network. Called only if a transfer requires finality. */
  finalized(): Promise<number>;
  /** Returns the transfers that the endpoints confirm. */
  admit(transfers: readonly RecordedOutgoing[]): Promise<readonly RecordedOutgoing[]>;
}

/** Marks transfers with enough confirmations as final on a network that was read up to `height`. Throws ChainFault. */
export async function confirmExpected(
  { db, clock }: Pick<Instance, 'db' | 'clock'>,
  networkId: string,
  height: number,
  { finalized, admit }: Confirming,
): Promise<void> {
  const listed = await listDue(db, networkId, height);
  if (listed.length === 0) return;
  const finalHeight = listed.some(({ expected }) => expected.mustBeFinal) ? await finalized() : null;
  const deep = listed.filter(({ expected, block }) => isDeepEnough(expected, block, { height, finalHeight }));
  const admitted = new Set((await admit(await listOutgoing(db, transferIdsOf(deep)))).map(({ id }) => id));
  const due = deep.filter(({ expected }) => admitted.has(expected.transferId ?? ''));
  if (due.length === 0) return;
  await db.atomically(async (trx) => {
    // Uses the height in the database, locked until the commit: this process may have missed a reorg.
    const held = await holdCursor(trx, networkId);
    if (held === null) return;
    await announce(trx, { clock }, await finalizeExpected(trx, due, { height: held, now: clock.now() }));
  });
}

function transferIdsOf(due: readonly Due[]): string[] {
  return due.flatMap(({ expected }) => expected.transferId ?? []);
}
