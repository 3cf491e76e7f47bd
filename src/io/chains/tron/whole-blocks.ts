// Puts a few TRON blocks together from their transactions and logs, which must tell of the same block.
import type { ScannedBlock, Transfer } from '../../../core/payment/transfer.ts';
import type { AddressTable } from '../accounts/address-table.ts';
import { quantity, type RawLog } from '../accounts/raw.ts';
import { logsOfBlock, transfersInLogs } from '../accounts/read-logs.ts';
import { malformed } from '../chain.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { provenLogs } from './block-logs.ts';
import type { LogHints } from './log-hints.ts';
import { readTronBlock, type TronFindings } from './read-block.ts';

/** What a scan reads with. */
export interface TronParts {
  readonly rotation: EndpointRotation;
  readonly hints: LogHints;
  /** The allow-listed tokens, in canonical form. */
  readonly contracts: ReadonlySet<string>;
}

/**
 * Blocks first…last, asked for together. Yields those that are whole, in order, and throws what kept the next one from
 * being so (ChainFault). Ends early where a header does not link to the one before.
 */
export async function* readWholeTronBlocks(
  parts: TronParts,
  first: number,
  last: number,
  watched: AddressTable,
  signal: AbortSignal,
): AsyncGenerator<ScannedBlock> {
  const hintsRead = parts.hints.read(first, last, signal);
  const reads: Promise<TronFindings>[] = [];
  for (let number = first; number <= last; number += 1) reads.push(readFindings(parts, number, watched, signal));
  // The first to fail is not always the first that is waited for.
  for (const read of [hintsRead, ...reads]) read.catch(() => {});
  let previous: ScannedBlock | undefined;
  let used = 0;
  for (const read of reads) {
    const findings = await read;
    const { header } = findings;
    if (previous !== undefined && header.parentHash !== previous.header.hash) return;
    const hints = await hintsRead;
    const end = hints === null ? used : logsOfBlock(hints, used, header, quantity(header.number));
    previous = await wholeBlock(parts, findings, hints?.slice(used, end) ?? null, watched, signal);
    used = end;
    yield previous;
  }
  if (used !== ((await hintsRead)?.length ?? 0))
    throw malformed(`Logs of other blocks came with those of ${first} to ${last}`);
}

/** One block, read without hints: all that it holds for these addresses. */
export async function readWholeTronBlock(
  parts: TronParts,
  number: number,
  watched: AddressTable,
): Promise<ScannedBlock> {
  return wholeBlock(parts, await readFindings(parts, number, watched, undefined), null, watched, undefined);
}

async function readFindings(
  { rotation, contracts }: TronParts,
  number: number,
  watched: AddressTable,
  signal: AbortSignal | undefined,
): Promise<TronFindings> {
  const answer = await rotation.call('/wallet/getblockbynum', [{ num: number }], signal);
  return readTronBlock(answer, number, watched, contracts);
}

async function wholeBlock(
  { rotation, contracts }: TronParts,
  findings: TronFindings,
  hinted: readonly RawLog[] | null,
  watched: AddressTable,
  signal: AbortSignal | undefined,
): Promise<ScannedBlock> {
  const logs = await provenLogs(rotation, contracts, findings, hinted, signal);
  const moved = transfersInLogs(logs, 0, logs.length, watched, contracts);
  return { header: findings.header, transfers: [...moved.map(withTronHash), ...findings.transfers] };
}

/** Transactions are known by their id without 0x, as wallets and explorers write it. */
function withTronHash(transfer: Transfer): Transfer {
  return { ...transfer, txHash: transfer.txHash.slice(2) };
}
