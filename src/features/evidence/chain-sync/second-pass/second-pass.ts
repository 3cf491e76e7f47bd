// Reads deep blocks a second time, by another endpoint if there is one, to find transfers that the first pass missed.
import type { BlockHeader, ScannedBlock, Transfer } from '../../../../core/payment/transfer.ts';
import type { Chain } from '../../../../io/chains/chain.ts';
import { findBlock } from '../../../known/networks/block-store.ts';
import { correctBlock } from '../quorum/correct-block.ts';
import { votersOf } from '../quorum/endpoint-quorum.ts';
import { listRecordedIn, soughtAmong } from '../quorum/recorded-transfers.ts';
import { finalBlock } from '../record-status.ts';
import type { SyncContext } from '../sync-session.ts';

/** The second pass leaves out the newest blocks, up to this share of the depth at which a network is halted. */
const leftAlone = 0.75;
/** The limit of blocks in one pass; `mostRecipients` is the limit of recipients. */
const mostBlocks = 5_000;
const mostRecipients = 4_000;

/**
 * Runs one pass if it is due, over the blocks that became final since the last pass, or nearly as deep as the oldest
 * kept block. Searches for the recipients that were awaited in the last two hours. A transfer is recorded in its block,
 * with all effects, if it is proved or if the first endpoints know it too. Throws ChainFault.
 */
export async function passAgain(sync: SyncContext, height: number): Promise<void> {
  const { network, chain, awaited, secondPass } = sync.session;
  if (chain.transfersSince === undefined || !secondPass.pace.isDue) return;
  secondPass.pace.restart();
  const recipients = [...awaited.lately.keys()].slice(-mostRecipients);
  const oldest = height - network.reorgDepth + 1;
  const deep = Math.max(await finalBlock(network, chain, height), height - Math.floor(network.reorgDepth * leftAlone));
  const last = Math.min(deep, height);
  const first = Math.max(0, oldest, last - mostBlocks + 1, (secondPass.upTo ?? -1) + 1);
  if (last < first) return;
  const reader = readerOf(sync);
  const { signal } = new AbortController();
  if (recipients.length > 0 && reader.transfersSince !== undefined)
    for (const number of await reader.transfersSince(first, last, recipients, signal))
      await lookAgain(sync, { reader, recipients }, number);
  secondPass.upTo = last;
}

/** Returns another endpoint each time; the first one only if there is no other. */
function readerOf({ session }: SyncContext): Chain {
  const others = votersOf(session).slice(1);
  session.secondPass.turn += 1;
  return others[session.secondPass.turn % Math.max(1, others.length)]?.chain ?? session.chain;
}

interface SecondReader {
  readonly reader: Chain;
  readonly recipients: readonly string[];
}

async function lookAgain(sync: SyncContext, { reader, recipients }: SecondReader, number: number): Promise<void> {
  const { instance, session } = sync;
  const { network, watched } = session;
  const header = await findBlock(instance.db, network.id, number);
  if (header === null) return;
  const block = await readOne(reader, number, { watched: watched.set, awaited: recipients });
  if (block === null || block.header.hash !== header.hash) return;
  const known = new Set((await listRecordedIn(sync, header.hash)).map(placeOf));
  const unknown = block.transfers.filter((one) => !known.has(placeOf(one)));
  const missing: Transfer[] = [];
  for (const one of await soughtAmong(sync, header, unknown)) {
    const isReported =
      block.isProved === true || reader === session.chain || (await knowsTransfer(session.chain, one, header));
    if (isReported) missing.push(one);
    else {
      const facts = { network: network.symbol, block: number, hash: one.txHash };
      instance.log.error(facts, 'one endpoint reports a payment without a proof, and no other endpoint has it');
    }
  }
  if (missing.length > 0) await correctBlock(sync, header, { missing, invented: [] });
}

async function readOne(
  reader: Chain,
  number: number,
  sought: Parameters<NonNullable<Chain['scanWithCare']>>[2],
): Promise<ScannedBlock | null> {
  const { signal } = new AbortController();
  const blocks =
    reader.scanWithCare?.(number, number, sought, signal) ?? reader.scan(number, number, sought.watched, signal);
  for await (const block of blocks) return block;
  return null;
}

/** Returns whether the first endpoints know this transfer by its hash in this block. */
async function knowsTransfer(chain: Chain, transfer: Transfer, { hash }: BlockHeader): Promise<boolean> {
  const recipients = chain.watch();
  recipients.add(transfer.recipient);
  const found = await chain.transfersIn(transfer.txHash, recipients);
  if (found?.header?.hash !== hash) return false;
  return found.transfers.some((one) => placeOf(one) === placeOf(transfer) && one.amount === transfer.amount);
}

function placeOf({ txHash, position }: Pick<Transfer, 'txHash' | 'position'>): string {
  return `${txHash} ${position}`;
}
