// Records the internal transfers of a block with increased balances if the paying chain transaction is certain.
import type { InternalTransfers } from '../../../../io/chains/chain.ts';
import { isOnScannedBranch } from '../../../known/networks/block-store.ts';
import { lockCursor } from '../../../known/networks/cursor-store.ts';
import { listClaimedHashes } from '../../../money/payments/internal-transfer-store.ts';
import { newTransfers, receiveFound } from '../blocks/record-blocks.ts';
import type { SyncContext } from '../sync-session.ts';
import type { Probe } from './probe.ts';

export interface RecordedInternals {
  readonly header: InternalTransfers['header'];
  /**
   * The addresses that are done. Empty, with nothing written, if the block is not on the scanned branch or if this
   * process lost the lease.
   */
  readonly addresses: readonly string[];
  /** The ChainFault that prevented further proofs, if any. */
  readonly fault: unknown;
}

/**
 * If several chain transactions name an address, or none does, only a customer's claim identifies the paying one.
 * Without a claim nothing is recorded. Returns null if no endpoint has the balances any more. Throws ChainFault.
 */
export async function recordInternalTransfers(
  { sync, balances, signal }: Pick<Probe, 'sync' | 'balances' | 'signal'>,
  { number, addresses }: { readonly number: number; readonly addresses: readonly string[] },
): Promise<RecordedInternals | null> {
  const { instance, session } = sync;
  const { network, owner, probe } = session;
  const claims = await listClaimedHashes({ db: instance.db, networkId: network.id }, addresses);
  const shared = new Set(addresses.filter((one) => probe.checkpoints.get(one)?.isShared === true));
  const found = await balances.internalTransfers({ number, claims, shared, startAt: probe.failures }, signal);
  if (found === null) return null;
  const { header, transfers, postponed, fault } = found;
  warnUnclear(sync, found);
  const isRecorded = await instance.db.atomically(async (trx) => {
    const cursor = await lockCursor(trx, network.id, owner);
    if (cursor?.block == null || !(await isOnScannedBranch(trx, network.id, header))) return false;
    const height = cursor.block.number;
    const news = newTransfers(instance, network, [{ header, transfers }]);
    await receiveFound(trx, sync, { network, height, found: news, fromBlock: header.number });
    return true;
  });
  return { header, addresses: isRecorded ? addresses.filter((one) => !postponed.includes(one)) : [], fault };
}

function warnUnclear({ instance, session }: SyncContext, { header, unclear }: InternalTransfers): void {
  for (const { address, amount, namedBy } of unclear) {
    const facts = { network: session.network.symbol, block: header.number, address, by: namedBy };
    const says = 'a balance rose through an unknown chain transaction; nothing is credited without a claim';
    instance.log.warn({ ...facts, amount: amount?.toString() ?? null }, says);
  }
}
