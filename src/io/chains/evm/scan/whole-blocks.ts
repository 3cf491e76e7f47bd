// Assembles a few blocks from their headers, transactions, logs and receipts, and checks that all parts belong to the
// same block.
import type { BlockHeader, ScannedBlock, Transfer } from '../../../../core/payment/transfer.ts';
import type { LogRanges } from '../../accounts/log-ranges.ts';
import { quantity, type RawLog, transferTopic } from '../../accounts/raw.ts';
import { logsOfBlock, transfersInLogs } from '../../accounts/read-logs.ts';
import type { RecipientLog } from '../../accounts/recipient-logs.ts';
import { type ChainFault, malformed } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { FlowLimit } from '../../flow-limit.ts';
import type { BlockTracer } from '../evidence/block-tracer.ts';
import type { DeliveryCheck } from '../evidence/delivery-check.ts';
import type { BlockInHand } from './block-in-hand.ts';
import { mayHold } from './bloom.ts';
import {
  type AgreedBlock,
  agreeOn,
  askByRecipient,
  logsIn,
  type QuestionParts,
  type Sought,
} from './check-block-logs.ts';
import type { RawBlock, RawReceipt } from './raw-block.ts';
import { type BlockFindings, type Candidate, readBlock } from './read-block.ts';
import { succeeded } from './receipts.ts';

/** The components that a scan uses. */
export interface ScanParts extends QuestionParts {
  readonly rotation: EndpointRotation;
  readonly flow: FlowLimit;
  readonly ranges: LogRanges;
  readonly inHand: BlockInHand;
  /** Null if traces are switched off. */
  readonly tracer: BlockTracer | null;
  /** Whether each block waits for its trace. */
  readonly tracesInScan: boolean;
  /** Null if every token is known to deliver the amount in its events. */
  readonly deliveries: DeliveryCheck | null;
}

/**
 * Reads blocks first…last together. Yields the complete ones in order, then throws the ChainFault that stopped the next
 * one, if any. Ends early if a header does not link to the one before.
 */
export async function* readWholeBlocks(
  parts: ScanParts,
  first: number,
  last: number,
  sought: Sought,
): AsyncGenerator<ScannedBlock> {
  const { watched, awaited, signal } = sought;
  const logsRead = outcomeOf(parts.ranges.read(first, last, signal));
  const reads: Promise<Outcome<BlockFindings>>[] = [];
  for (let number = first; number <= last; number += 1) reads.push(outcomeOf(readFindings(parts, number, sought)));
  const { found, fault } = await linkedStart(reads);
  if (found.length === 0) throw fault;
  const tracer = parts.tracesInScan ? parts.tracer : null;
  const traces = found.map((block) => outcomeOf(tracer?.ofBlock(block, watched, signal) ?? nothing));
  const byRecipient = outcomeOf(awaited === null ? unasked : askByRecipient(parts, found, awaited, signal));
  const logs = await logsRead;
  if (logs.value === undefined) throw logs.fault;
  const asked = await byRecipient;
  if (asked.value === undefined) throw asked.fault;
  const joined = await joinLogs(parts, found, { logs: logs.value, asked: asked.value }, sought);
  if (joined.fault === undefined && found.length === reads.length && joined.used !== logs.value.length)
    throw malformed(`Logs of other blocks came with those of ${first} to ${last}`);
  yield* settle(parts, joined.blocks, traces, signal);
  const stopped = joined.fault ?? fault;
  if (stopped !== undefined) throw stopped;
}

const nothing: Promise<readonly Transfer[]> = Promise.resolve([]);
const unasked: Promise<readonly RecipientLog[]> = Promise.resolve([]);

type Outcome<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: unknown };

/**
 * Keeps a rejection until it is awaited: several reads run at once, and the first to fail is not always the first that
 * matters.
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
  { watched, awaited, signal }: Sought,
): Promise<BlockFindings> {
  const known = parts.inHand.take(number);
  const raw = known ?? (await parts.rotation.call('eth_getBlockByNumber', [quantity(number), true], signal));
  const wantsHashes = parts.tracesInScan || awaited !== null;
  const findings = readBlock(raw, { number, watched, contracts: parts.contracts, wantsHashes });
  return awaited === null ? findings : { ...findings, proof: parts.proofs.ofBlock(raw as RawBlock) };
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

/** A block with the transfers in its logs; the candidates still need their receipts. */
interface JoinedBlock extends AgreedBlock {
  readonly findings: BlockFindings;
  readonly candidates: readonly Candidate[];
}

interface ReportedLogs {
  readonly logs: readonly RawLog[];
  /** The logs read by recipient. */
  readonly asked: readonly RecipientLog[];
}

async function joinLogs(
  parts: ScanParts,
  found: readonly BlockFindings[],
  { logs, asked }: ReportedLogs,
  sought: Sought,
): Promise<{ blocks: JoinedBlock[]; used: number; fault?: unknown }> {
  const blocks: JoinedBlock[] = [];
  let used = 0;
  try {
    for (const findings of found) {
      const { header } = findings;
      const end = logsOfBlock(logs, used, header, quantity(header.number));
      const own = { logs, from: used, end };
      const agreed =
        sought.awaited === null
          ? await takeLogs(parts, findings, own, sought)
          : await agreeOn(parts, findings, { logs: logs.slice(used, end), asked }, sought);
      blocks.push({ ...agreed, findings, candidates: candidatesOf(findings, agreed.transfers) });
      used = end;
    }
    return { blocks, used };
  } catch (fault) {
    return { blocks, used, fault };
  }
}

/** Takes one answer's logs in logs[from…end) without a second source. */
async function takeLogs(
  parts: ScanParts,
  findings: BlockFindings,
  { logs, from, end }: { readonly logs: readonly RawLog[]; readonly from: number; readonly end: number },
  { watched, signal }: Sought,
): Promise<AgreedBlock> {
  if (end === from) await proveEmpty(parts, findings, signal);
  const transfers = transfersInLogs(logs, { from, to: end }, watched, parts.contracts);
  const needsCheck = transfers.some((one) => parts.deliveries?.isOf(one));
  return { logs: needsCheck ? logs.slice(from, end) : [], transfers, receipts: null, isProved: false };
}

/**
 * Checks a block that came without logs although its bloom filter may contain some: either by chance, or because the
 * node has not indexed the block yet. The receipts come from the block itself and decide it.
 */
async function proveEmpty(parts: ScanParts, findings: BlockFindings, signal: AbortSignal): Promise<void> {
  const { header, bloom } = findings;
  if (!parts.transferBits.some((bits) => mayHold(bloom, bits))) return;
  if (logsIn(await parts.receipts.ofBlock(header, signal), findings, parts.contracts).length > 0) throw leftOut(header);
}

function leftOut({ number }: BlockHeader): ChainFault {
  return malformed(`Block ${number} has Transfer events that eth_getLogs left out`);
}

/**
 * Native payments, and token calls without a Transfer event, which failed or were refused by the token without an
 * error.
 */
export function candidatesOf(
  { natives, tokenCalls }: Pick<BlockFindings, 'natives' | 'tokenCalls'>,
  transfers: readonly Transfer[],
): readonly Candidate[] {
  if (tokenCalls.length === 0) return natives;
  const moved = new Set(transfers.map(({ txHash, contract }) => `${txHash}:${contract}`));
  return [...natives, ...tokenCalls.filter(({ txHash, contract }) => !moved.has(`${txHash}:${contract}`))];
}

/** Adds the results of the candidates from their receipts, read in one request for all the blocks. */
async function* settle(
  parts: ScanParts,
  blocks: readonly JoinedBlock[],
  traces: readonly Promise<Outcome<readonly Transfer[]>>[],
  signal: AbortSignal,
): AsyncGenerator<ScannedBlock> {
  const wanted = blocks.flatMap(({ findings, candidates, receipts }) =>
    receipts === null ? candidates.map(({ txHash }) => ({ txHash, block: findings.header })) : [],
  );
  const { value: asked, fault } = await outcomeOf(parts.receipts.byHash(wanted, signal));
  for (const [at, block] of blocks.entries()) {
    const { findings, transfers, logs, candidates } = block;
    const { header } = findings;
    const { value: internal, fault: untraced } = (await traces[at]) as Outcome<readonly Transfer[]>;
    if (internal === undefined) throw untraced;
    const receipts = block.receipts === null ? asked : byHash(block.receipts);
    if (receipts === undefined && candidates.length > 0) throw fault;
    const settled = candidates.flatMap((candidate) => {
      const receipt = receipts?.get(candidate.txHash);
      const hasSucceeded = succeeded(receipt, { txHash: candidate.txHash, block: header });
      if (candidate.contract !== '' && hasSucceeded && movesToken(receipt, candidate)) throw leftOut(header);
      return transferOf(candidate, hasSucceeded);
    });
    const checks = parts.deliveries !== null && transfers.some((one) => parts.deliveries?.isOf(one));
    const delivered = checks ? await parts.deliveries.check(header, transfers, logs, signal) : transfers;
    const more = settled.length + internal.length > 0;
    const scanned = { header, transfers: more ? [...delivered, ...settled, ...internal] : delivered };
    yield block.isProved ? { ...scanned, isProved: true } : scanned;
  }
}

function byHash(receipts: readonly RawReceipt[]): ReadonlyMap<string, RawReceipt> {
  return new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
}

/** Whether the receipt of a token call has a Transfer event of the token that the block's logs lacked. */
function movesToken(receipt: RawReceipt | undefined, { contract }: Candidate): boolean {
  const logs: readonly (RawLog | null)[] = Array.isArray(receipt?.logs) ? receipt.logs : [];
  return logs.some((log) => log?.topics?.[0] === transferTopic && String(log.address).toLowerCase() === contract);
}

/** The transfer that a candidate made; none for a token call that moved nothing. */
export function transferOf({ txHash, sender, recipient, amount, contract }: Candidate, succeeded: boolean): Transfer[] {
  // A token call that succeeded without an event moved nothing: some tokens return false instead of failing.
  if (contract !== '' && succeeded) return [];
  const position = contract === '' ? 'native' : `${contract}:0`;
  return [{ txHash, position, contract, sender, recipient, amount, succeeded }];
}
