// Records what a block's calls moved to addresses that are given out once, where it is sure which chain transaction did.
import { balancePosition, type Transfer } from '../../../core/payment/transfer.ts';
import type { BlockGrowth, InnerGrowth, NativeBalances } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import { lockCursor } from '../../networks/cursor-store.ts';
import { isOnScannedBranch } from '../../networks/scanned-branch-store.ts';
import { listClaimedHashes } from '../../payments/internal-transfer-store.ts';
import { receiveTransfers } from '../../payments/receive-transfers.ts';
import type { Follower } from '../sync-session.ts';
import { holdUnproved } from './hold-unproved.ts';

/**
 * The addresses for which it is done: none, with nothing written, if the block is not on the branch that was read, or the lease is no
 * longer this process's. Where several chain transactions name an address, or none does, only a customer's claim says which one paid;
 * without it nothing is recorded. Throws the ChainFault that kept it from proving more, after what was proved is recorded.
 */
export async function recordGrowth(
  instance: Instance,
  { network, owner, inner }: Pick<Follower, 'network' | 'owner' | 'inner'>,
  balances: NativeBalances,
  growth: BlockGrowth,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { header } = growth;
  const told: Transfer[] = [];
  for (const [address, one] of growth.of) {
    if (one.amount !== null && one.amount <= 0n) continue;
    const payer = one.named.length === 1 ? one.named[0] : await claimedPayer(instance, network.id, address, growth);
    if (one.amount !== null && payer !== undefined) told.push(transferByBalance(address, one.amount, payer));
    else tellUnclear(instance, network.symbol, growth, address, one);
  }
  // One over which endpoints break down must not keep the others waiting.
  const start = inner.faults % Math.max(1, told.length);
  const inTurn = [...told.slice(start), ...told.slice(0, start)];
  const { transfers, fault } = await holdUnproved(balances, growth, inTurn, signal);
  const isRecorded = await instance.db.atomically(async (trx) => {
    const cursor = await lockCursor(trx, network.id, owner);
    if (cursor?.block == null || !(await isOnScannedBranch(trx, network.id, header))) return false;
    const found = transfers.flatMap((transfer) => {
      const assetId = instance.catalog.assetByContract(network.id, transfer.contract)?.id;
      return assetId === undefined ? [] : [{ id: instance.newId(), transfer, assetId, header }];
    });
    const height = cursor.block.number;
    await receiveTransfers(trx, instance, { network, height, found, fromBlock: header.number });
    return true;
  });
  if (fault !== undefined) throw fault;
  const judged = new Set(transfers.map(({ recipient }) => recipient));
  const waiting = new Set(told.map(({ recipient }) => recipient).filter((recipient) => !judged.has(recipient)));
  return isRecorded ? [...growth.of.keys()].filter((address) => !waiting.has(address)) : [];
}

/** What the calls of this chain transaction moved to an address, as the growth of its balance tells. */
export function transferByBalance(recipient: string, amount: bigint, payer: InnerGrowth['named'][number]): Transfer {
  return { ...payer, position: balancePosition(recipient), contract: '', recipient, amount, succeeded: true };
}

async function claimedPayer(
  { db }: Instance,
  networkId: string,
  address: string,
  { succeeded }: BlockGrowth,
): Promise<InnerGrowth['named'][number] | undefined> {
  const claimed = (await listClaimedHashes(db, networkId, address)).filter((hash) => succeeded.has(hash));
  const [txHash] = claimed;
  return txHash === undefined || claimed.length > 1 ? undefined : { txHash, sender: null };
}

function tellUnclear(
  { log }: Instance,
  network: string,
  { header }: BlockGrowth,
  address: string,
  { amount, named }: InnerGrowth,
): void {
  const facts = { network, block: header.number, address, amount: amount?.toString() ?? null };
  const by = named.map(({ txHash }) => txHash);
  log.warn(
    { ...facts, by },
    'a balance grew, and nobody knows by which chain transaction: nothing is credited without a claim',
  );
}
