// Assembles a few TRON blocks from their transactions and results, and checks that both belong to the same block.
import type { ScannedBlock, Transfer } from '../../../core/payment/transfer.ts';
import type { AddressTable } from '../accounts/address-table.ts';
import { transfersInLogs } from '../accounts/read-logs.ts';
import { logsOfTronBlock } from './block-logs.ts';
import { agreedFindings } from './proof/agreed-block.ts';
import { UnprovedTransactions } from './proof/prove-transactions.ts';
import { readTronBlock, type TronFindings } from './read-block.ts';
import type { TronParts } from './tron-parts.ts';

/**
 * Reads blocks first…last together. Yields the complete ones in order, then throws the ChainFault that stopped the next
 * one, if any. Ends early if a header does not link to the one before.
 */
export async function* readWholeTronBlocks(
  parts: TronParts,
  { first, last }: { readonly first: number; readonly last: number },
  watched: AddressTable,
  signal: AbortSignal,
): AsyncGenerator<ScannedBlock> {
  const reads: Promise<ScannedBlock>[] = [];
  for (let number = first; number <= last; number += 1) reads.push(readWholeTronBlock(parts, number, watched, signal));
  // The first read to fail is not always the first that is awaited.
  for (const read of reads) read.catch(() => {});
  let previous: ScannedBlock | undefined;
  for (const read of reads) {
    const block = await read;
    if (previous !== undefined && block.header.parentHash !== previous.header.hash) return;
    previous = block;
    yield block;
  }
}

/** One block, with all its transfers to these addresses. Throws ChainFault. */
export async function readWholeTronBlock(
  parts: TronParts,
  number: number,
  watched: AddressTable,
  signal?: AbortSignal,
): Promise<ScannedBlock> {
  const findings = await readFindings(parts, number, watched, signal);
  if (findings.proved !== null) await parts.representatives.vouchFor(findings.proved);
  const logs = watched.size === 0 ? [] : await logsOfTronBlock(parts, findings, signal);
  const moved = transfersInLogs(logs, { from: 0, to: logs.length }, watched, parts.contracts);
  return { header: findings.header, transfers: [...moved.map(withTronHash), ...findings.transfers] };
}

async function readFindings(
  parts: TronParts,
  number: number,
  watched: AddressTable,
  signal: AbortSignal | undefined,
): Promise<TronFindings> {
  const wanted = { number, watched, contracts: parts.contracts };
  const answer = await parts.rotation.call('/wallet/getblockbynum', [{ num: number }], signal);
  try {
    return readTronBlock(answer, wanted);
  } catch (fault) {
    if (!(fault instanceof UnprovedTransactions)) throw fault;
    return agreedFindings(parts, wanted, fault);
  }
}

/** TRON transactions are named by their id without 0x, as wallets and explorers write it. */
function withTronHash(transfer: Transfer): Transfer {
  return { ...transfer, txHash: transfer.txHash.slice(2) };
}
