// Puts a few blocks together from their parts, header, transactions, logs and receipts, which must all tell of the same
// block.
import type { ScannedBlock, Transfer } from '../../../../core/payment/transfer.ts';
import type { AddressTable } from '../../accounts/address-table.ts';
import type { LogRanges } from '../../accounts/log-ranges.ts';
import { quantity, type RawLog, readAddress, transferTopic } from '../../accounts/raw.ts';
import { logsOfBlock, transfersInLogs } from '../../accounts/read-logs.ts';
import { malformed } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { FlowLimit } from '../../flow-limit.ts';
import type { BlockTracer } from '../evidence/block-tracer.ts';
import type { DeliveryCheck } from '../evidence/delivery-check.ts';
import { mayHold } from './bloom.ts';
import { type BlockFindings, type Candidate, readBlock } from './read-block.ts';
import type { ReceiptReader } from './receipts.ts';

/** What a scan reads with. */
export interface ScanParts {
  readonly rotation: EndpointRotation;
  readonly flow: FlowLimit;
  readonly ranges: LogRanges;
  readonly receipts: ReceiptReader;
  /** The allow-listed tokens, in lower case. */
  readonly contracts: ReadonlySet<string>;
  /** For each of them, the bits that a Transfer of it sets in a block's filter. */
  readonly transferBits: readonly (readonly number[])[];
  /** Null where nobody wants what contracts pass on. */
  readonly tracer: BlockTracer | null;
  /** Null where every token is known to deliver what it says. */
  readonly deliveries: DeliveryCheck | null;
}

/**
 * Blocks first…last, asked for together. Yields those that are whole, in order, and throws what kept the next one from
 * being so (ChainFault). Ends early where a header does not link to the one before.
 */
export async function* readWholeBlocks(
  parts: ScanParts,
  first: number,
  last: number,
  watched: AddressTable,
  signal: AbortSignal,
): AsyncGenerator<ScannedBlock> {
  const logsRead = outcomeOf(parts.ranges.read(first, last, signal));
  const reads: Promise<Outcome<BlockFindings>>[] = [];
  for (let number = first; number <= last; number += 1)
    reads.push(outcomeOf(readFindings(parts, number, watched, signal)));
  const { found, fault } = await linkedStart(reads);
  if (found.length === 0) throw fault;
  const traces = found.map((block) => outcomeOf(parts.tracer?.ofBlock(block, watched, signal) ?? nothing));
  const logs = await logsRead;
  if (logs.value === undefined) throw logs.fault;
  const joined = await joinLogs(parts, found, logs.value, watched, signal);
  if (joined.fault === undefined && found.length === reads.length && joined.used !== logs.value.length)
    throw malformed(`Logs of other blocks came with those of ${first} to ${last}`);
  yield* settle(parts, joined.blocks, traces, signal);
  const stopped = joined.fault ?? fault;
  if (stopped !== undefined) throw stopped;
}

const nothing: Promise<readonly Transfer[]> = Promise.resolve([]);

type Outcome<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: unknown };

/**
 * Holds a rejection until it is asked for: several reads are under way, and the first to fail is not always the first
 * that matters.
 */
function outcomeOf<T>(promise: Promise<T>): Promise<Outcome<T>> {
  return promise.then(
    (value) => ({ value }),
    (fault: unknown) => ({ fault }),
  );
}

async function readFindings(
  parts: ScanParts,
  number: number,
  watched: AddressTable,
  signal: AbortSignal,
): Promise<BlockFindings> {
  const raw = await parts.rotation.call('eth_getBlockByNumber', [quantity(number), true], signal);
  return readBlock(raw, number, watched, parts.contracts, parts.tracer !== null);
}

async function linkedStart(
  reads: readonly Promise<Outcome<BlockFindings>>[],
): Promise<{ found: BlockFindings[]; fault?: unknown }> {
  const found: BlockFindings[] = [];
  for (const read of reads) {
    const { value, fault } = await read;
    if (value === undefined) return { found, fault };
    const before = found.at(-1);
    if (before !== undefined && value.header.parentHash !== before.header.hash) break;
    found.push(value);
  }
  return { found };
}

/** A block with the transfers that its logs tell of; the candidates still need their receipts. */
interface JoinedBlock {
  readonly findings: BlockFindings;
  readonly transfers: readonly Transfer[];
  /** All of its events, where some of the transfers must be compared with balances. */
  readonly logs: readonly RawLog[];
  readonly candidates: readonly Candidate[];
}

async function joinLogs(
  parts: ScanParts,
  found: readonly BlockFindings[],
  logs: readonly RawLog[],
  watched: AddressTable,
  signal: AbortSignal,
): Promise<{ blocks: JoinedBlock[]; used: number; fault?: unknown }> {
  const blocks: JoinedBlock[] = [];
  let used = 0;
  try {
    for (const findings of found) {
      const { header } = findings;
      const end = logsOfBlock(logs, used, header, quantity(header.number));
      if (end === used) await proveEmpty(parts, findings, signal);
      const transfers = transfersInLogs(logs, used, end, watched, parts.contracts);
      const needsCheck = transfers.some((one) => parts.deliveries?.isOf(one));
      const own = needsCheck ? logs.slice(used, end) : [];
      blocks.push({ findings, transfers, logs: own, candidates: candidatesOf(findings, transfers) });
      used = end;
    }
    return { blocks, used };
  } catch (fault) {
    return { blocks, used, fault };
  }
}

/**
 * No logs at all, although the header's filter has room for them: either chance, or a node that has not indexed the
 * block yet. The receipts, which come from the block itself, tell which.
 */
async function proveEmpty(parts: ScanParts, { header, bloom }: BlockFindings, signal: AbortSignal): Promise<void> {
  if (!parts.transferBits.some((bits) => mayHold(bloom, bits))) return;
  for (const { logs } of await parts.receipts.ofBlock(header, signal)) {
    if (!Array.isArray(logs)) throw malformed(`A receipt of block ${header.number} came without logs`);
    const kept = logs.some(
      (log: RawLog) =>
        log?.topics?.[0] === transferTopic && parts.contracts.has(readAddress(log.address, 'address of a log')),
    );
    if (kept) throw malformed(`Block ${header.number} has Transfer events that eth_getLogs left out`);
  }
}

/** Native payments, and calls of a token that no Transfer event came of: failed, or refused by the token in silence. */
export function candidatesOf(
  { natives, tokenCalls }: Pick<BlockFindings, 'natives' | 'tokenCalls'>,
  transfers: readonly Transfer[],
): readonly Candidate[] {
  if (tokenCalls.length === 0) return natives;
  const moved = new Set(transfers.map(({ txHash, contract }) => `${txHash}:${contract}`));
  return [...natives, ...tokenCalls.filter(({ txHash, contract }) => !moved.has(`${txHash}:${contract}`))];
}

/** Adds what the receipts say of the candidates, asked for in one go for all the blocks. */
async function* settle(
  parts: ScanParts,
  blocks: readonly JoinedBlock[],
  traces: readonly Promise<Outcome<readonly Transfer[]>>[],
  signal: AbortSignal,
): AsyncGenerator<ScannedBlock> {
  const wanted = blocks.flatMap(({ findings, candidates }) =>
    candidates.map(({ txHash }) => ({ txHash, block: findings.header })),
  );
  const { value: outcomes, fault } = await outcomeOf(parts.receipts.outcomes(wanted, signal));
  for (const [at, { findings, transfers, logs, candidates }] of blocks.entries()) {
    const { value: internal, fault: untraced } = (await traces[at]) as Outcome<readonly Transfer[]>;
    if (internal === undefined) throw untraced;
    if (outcomes === undefined && candidates.length > 0) throw fault;
    const settled = candidates.flatMap((candidate) => transferOf(candidate, outcomes?.get(candidate.txHash) === true));
    const delivered =
      logs.length === 0 || parts.deliveries === null
        ? transfers
        : await parts.deliveries.check(findings.header, transfers, logs, signal);
    const more = settled.length + internal.length > 0;
    yield { header: findings.header, transfers: more ? [...delivered, ...settled, ...internal] : delivered };
  }
}

/** A candidate as the transfer it came to; none for a token call that moved nothing. */
export function transferOf({ txHash, sender, recipient, amount, contract }: Candidate, succeeded: boolean): Transfer[] {
  // A token call that succeeded without an event moved nothing that can be told: some tokens answer false instead of
  // failing.
  if (contract !== '' && succeeded) return [];
  const position = contract === '' ? 'native' : `${contract}:0`;
  return [{ txHash, position, contract, sender, recipient, amount, succeeded }];
}
