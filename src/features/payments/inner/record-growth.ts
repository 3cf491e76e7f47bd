// Records what a block's calls moved to addresses that are given out once, where it is sure which chain transaction did.
import { balancePosition, type Transfer } from '../../../core/payment/transfer.ts';
import type { BlockGrowth, InnerGrowth } from '../../../io/chains/chain.ts';
import { noteUsed } from '../../addresses/derived-store.ts';
import type { Instance } from '../../instance.ts';
import { isOnScannedBranch } from '../claims/scanned-branch-store.ts';
import { lockCursor } from '../cursor-store.ts';
import { decideTransfers } from '../decide-transfers.ts';
import type { Follower } from '../follow-chain.ts';
import { recordTransfers } from '../store.ts';
import { listClaimedHashes } from './inner-store.ts';

/**
 * False, with nothing written, if the block is not on the branch that was read, or the lease is no longer this process's. Where several
 * chain transactions name an address, or none does, only a customer's claim says which one paid; without it nothing is recorded.
 */
export async function recordGrowth(
  instance: Instance,
  { network, owner }: Pick<Follower, 'network' | 'owner'>,
  growth: BlockGrowth,
): Promise<boolean> {
  const { header } = growth;
  const transfers: Transfer[] = [];
  for (const [address, one] of growth.of) {
    if (one.amount !== null && one.amount <= 0n) continue;
    const payer = one.named.length === 1 ? one.named[0] : await claimedPayer(instance, network.id, address, growth);
    if (one.amount !== null && payer !== undefined) transfers.push(transferByBalance(address, one.amount, payer));
    else tellUnclear(instance, network.symbol, growth, address, one);
  }
  return instance.db.atomically(async (trx) => {
    const cursor = await lockCursor(trx, network.id, owner);
    if (cursor?.block == null || !(await isOnScannedBranch(trx, network.id, header))) return false;
    const found = transfers.flatMap((transfer) => {
      const assetId = instance.catalog.assetByContract(network.id, transfer.contract)?.id;
      return assetId === undefined ? [] : [{ id: instance.newId(), transfer, assetId, header }];
    });
    await recordTransfers(trx, network.id, found, instance.clock.now());
    await noteUsed(
      trx,
      network.id,
      transfers.map(({ recipient }) => recipient),
    );
    await decideTransfers(trx, instance, network, cursor.block.number, header.number);
    return true;
  });
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
