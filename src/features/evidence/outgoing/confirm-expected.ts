// Expected transfers that have the depth they need become final.
import { isDeepEnough } from '../../../core/payment/outgoing/expected-transfer.ts';
import type { Instance } from '../../instance.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { type Due, finalizeExpected, listDue } from './expected-store.ts';
import { announce } from './observe-transfers.ts';
import { listOutgoing, type RecordedOutgoing } from './outgoing-store.ts';

/** Questions to the chain before a transfer is final. No database transaction is open then. */
export interface Confirming {
  /** The newest block that the network calls final. Asked only where a transfer must be in one. */
  finalized(): Promise<number>;
  /** Returns the transfers that endpoints vouch for. */
  admit(transfers: readonly RecordedOutgoing[]): Promise<readonly RecordedOutgoing[]>;
}

/** Makes final what has its confirmations on a network that was read up to `height`. Throws ChainFault. */
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
    // The height in the database, held until the commit: this process may have slept through a reorg.
    const held = await holdCursor(trx, networkId);
    if (held === null) return;
    await announce(trx, { clock }, await finalizeExpected(trx, due, { height: held, now: clock.now() }));
  });
}

function transferIdsOf(due: readonly Due[]): string[] {
  return due.flatMap(({ expected }) => expected.transferId ?? []);
}
