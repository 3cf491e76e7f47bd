// Reads a block's logs in two ways while a payment is awaited, and its receipts if it pays a watched address. A payment
// that one answer omits is found in another.
import type { Transfer } from '../../../../core/payment/transfer.ts';
import type { AddressTable } from '../../accounts/address-table.ts';
import { type RawLog, readAddress, readHash, transferTopic } from '../../accounts/raw.ts';
import { transfersInLogs } from '../../accounts/read-logs.ts';
import type { RecipientLog, RecipientLogs } from '../../accounts/recipient-logs.ts';
import { malformed } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { BlockProofs } from '../proofs/block-proofs.ts';
import { bloomBits, mayHold } from './bloom.ts';
import type { RawReceipt } from './raw-block.ts';
import type { BlockFindings } from './read-block.ts';
import type { ReceiptReader } from './receipts.ts';

export interface QuestionParts {
  readonly rotation: Pick<EndpointRotation, 'distrust'>;
  readonly contracts: ReadonlySet<string>;
  readonly transferBits: readonly (readonly number[])[];
  readonly recipientLogs: RecipientLogs;
  readonly receipts: ReceiptReader;
  readonly proofs: BlockProofs;
}

/**
 * The addresses that a scan looks for. `awaited`: the recipients of open payments; null if logs are read in one way
 * only.
 */
export interface Sought {
  readonly watched: AddressTable;
  readonly awaited: readonly string[] | null;
  readonly signal: AbortSignal;
}

/** The logs and receipts of a block after their comparison. */
export interface AgreedBlock {
  readonly logs: readonly RawLog[];
  readonly transfers: readonly Transfer[];
  /** All receipts of the block, if they were read. */
  readonly receipts: readonly RawReceipt[] | null;
  /** Whether they are proved against the block's hash. */
  readonly isProved: boolean;
}

/**
 * The logs that pay the awaited recipients, read for the blocks with a bloom filter that may contain any. A filter
 * counts only if its header is proved. Throws ChainFault.
 */
export async function askByRecipient(
  { recipientLogs, transferBits }: QuestionParts,
  found: readonly BlockFindings[],
  awaited: readonly string[],
  signal: AbortSignal,
): Promise<readonly RecipientLog[]> {
  const recipients = awaited.map((address) => recipientBits(address));
  const open = found.filter(({ bloom, proof }) => {
    if (proof?.header !== true) return true;
    const holds = (bits: readonly number[]) => mayHold(bloom, bits);
    return transferBits.some(holds) && recipients.some(holds);
  });
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return [];
  return recipientLogs.read(first.header.number, last.header.number, awaited, signal);
}

/**
 * Compares `logs` (the block's by eth_getLogs) with `asked` (read by recipient). If they differ, proved receipts
 * decide. Throws a retryable ChainFault if the answers differ and nothing is proved.
 */
export async function agreeOn(
  parts: QuestionParts,
  findings: BlockFindings,
  { logs, asked }: { readonly logs: readonly RawLog[]; readonly asked: readonly RecipientLog[] },
  { watched, awaited, signal }: Sought,
): Promise<AgreedBlock> {
  const { header, natives, tokenCalls } = findings;
  const transfers = transfersInLogs(logs, { from: 0, to: logs.length }, watched, parts.contracts);
  const recipients = new Set(awaited);
  const own = logs.filter(({ topics }) => recipients.has(recipientOf(topics[2])));
  const isSame =
    differs(
      own,
      asked.filter(({ number }) => number === header.number).map(({ log }) => log),
    ) === 0;
  const pays = transfers.length + natives.length + tokenCalls.length > 0;
  const mayMiss = logs.length === 0 && parts.transferBits.some((bits) => mayHold(findings.bloom, bits));
  if (isSame && !pays && !mayMiss) return { logs, transfers, receipts: null, isProved: false };
  const disagreement = () => malformed(`The answers about payments in block ${header.number} differ`);
  const receipts = await parts.receipts.ifWhole(header, signal);
  if (receipts === null) {
    // Without whole blocks of receipts, hundreds of single requests would be needed.
    if (!isSame) throw disagreement();
    return { logs, transfers, receipts: null, isProved: false };
  }
  const told = logsIn(receipts, findings, parts.contracts);
  const { proof } = findings;
  const isProved = proof !== null && parts.proofs.ofReceipts(proof, header.number, receipts);
  const left = differs(told, logs);
  if (!isProved && (left > 0 || !isSame)) throw disagreement();
  if (left === 0) return { logs, transfers, receipts, isProved };
  const what = `eth_getLogs of block ${header.number} differs by ${left} from its receipts, which are proved and count`;
  parts.rotation.distrust(what);
  return {
    logs: told,
    transfers: transfersInLogs(told, { from: 0, to: told.length }, watched, parts.contracts),
    receipts,
    isProved,
  };
}

/**
 * The Transfer events of the listed tokens in all receipts of a block. Throws a retryable ChainFault if a receipt is
 * missing.
 */
export function logsIn(
  receipts: readonly RawReceipt[],
  { header, count, hashes }: Pick<BlockFindings, 'header' | 'count' | 'hashes'>,
  contracts: ReadonlySet<string>,
): readonly RawLog[] {
  if (receipts.length !== count)
    throw malformed(`Block ${header.number} has ${count} chain transactions and came with ${receipts.length} receipts`);
  return receipts.flatMap(({ transactionHash, logs }, at) => {
    if (hashes.length > 0 && hashes[at] !== transactionHash)
      throw malformed(`The receipts of block ${header.number} are not in its order`);
    if (!Array.isArray(logs)) throw malformed(`A receipt of block ${header.number} came without logs`);
    const own = (logs as readonly (RawLog | null)[]).filter((log): log is RawLog => isTransfer(log, contracts));
    for (const log of own)
      if (readHash(log.transactionHash, 'transaction of a log') !== transactionHash)
        throw malformed(`A receipt of block ${header.number} holds a log of another transaction`);
    return own;
  });
}

function isTransfer(log: RawLog | null, contracts: ReadonlySet<string>): boolean {
  return log?.topics?.[0] === transferTopic && contracts.has(readAddress(log.address, 'address of a log'));
}

/** How many logs only one side has. */
function differs(some: readonly RawLog[], others: readonly RawLog[]): number {
  const keys = new Set(some.map(keyOf));
  const left = others.filter((log) => !keys.delete(keyOf(log))).length;
  return left + keys.size;
}

function keyOf({ blockHash, logIndex, transactionHash, address, topics, data }: RawLog): string {
  return [blockHash, logIndex, transactionHash, address, ...topics, data].join(' ').toLowerCase();
}

function recipientOf(topic: string | undefined): string {
  return `0x${topic?.slice(26).toLowerCase() ?? ''}`;
}

/** Hashing costs far more than a lookup, and the same recipients stay awaited for a while. */
const bitsByRecipient = new Map<string, readonly number[]>();
const mostRemembered = 10_000;

function recipientBits(address: string): readonly number[] {
  const known = bitsByRecipient.get(address);
  if (known !== undefined) return known;
  if (bitsByRecipient.size >= mostRemembered) bitsByRecipient.clear();
  const bits = bloomBits(`0x${address.slice(2).padStart(64, '0')}`);
  bitsByRecipient.set(address, bits);
  return bits;
}
