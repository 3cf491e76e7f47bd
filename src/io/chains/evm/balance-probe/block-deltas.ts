// Computes from balances the amount that a block's calls moved to an address, and finds the chain transactions that may
// have sent it.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { quantity, type RawLog, readAddress, readAmount, readHash } from '../../accounts/raw.ts';
import { malformed } from '../../chain.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { type RawBlock, type RawTransaction, readHeader } from '../scan/raw-block.ts';
import type { ReceiptReader } from '../scan/receipts.ts';
import type { BalanceReader } from './balance-reader.ts';

/**
 * A chain transaction that may have paid an address; `sender`: its signer, if its own value covers the whole amount.
 */
export interface Payer {
  readonly txHash: string;
  readonly sender: string | null;
}

/**
 * The rise of one address's balance in a block, without direct transfers to it and without payouts of the chain itself.
 */
export interface BalanceDelta {
  /**
   * In smallest units; never more than calls can have moved. Null if it cannot be separated from rewards or from fees
   * that the address paid.
   */
  readonly amount: bigint | null;
  /** The successful chain transactions that name the address in their data or in their events. */
  readonly namedBy: readonly Payer[];
}

export interface BlockDeltas {
  readonly header: BlockHeader;
  /** The hashes of the block's successful chain transactions. */
  readonly succeeded: ReadonlySet<string>;
  /** The delta of each requested address. */
  readonly of: ReadonlyMap<string, BalanceDelta>;
}

export interface DeltaParts {
  readonly rotation: EndpointRotation;
  readonly receipts: ReceiptReader;
  readonly balances: BalanceReader;
}

/**
 * The balance deltas of these addresses in this block. Null if no endpoint has the block's state any more. Throws a
 * retryable ChainFault for answers that contradict each other.
 */
export async function blockDeltas(
  { rotation, receipts, balances }: DeltaParts,
  number: number,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<BlockDeltas | null> {
  const raw = (await rotation.call('eth_getBlockByNumber', [quantity(number), true], signal)) as RawBlock | null;
  const header = readHeader(raw);
  if (raw === null || header.number !== number || !Array.isArray(raw.transactions))
    throw malformed(`Block ${number} came without its transactions`);
  // Read by hash, so that both answers are from this branch.
  const after = await balances.at({ number, hash: header.hash }, addresses, signal);
  const before = await balances.at({ number: number - 1, hash: header.parentHash }, addresses, signal);
  if (after === null || before === null) return null;
  const told = await receipts.ofBlock(header, signal);
  if (told.some(({ logs }) => !Array.isArray(logs))) throw malformed(`A receipt of block ${number} came without logs`);
  const logs = new Map(told.map((one) => [one.transactionHash, one.status === '0x1' ? one.logs : null]));
  const sent = raw.transactions.flatMap((tx) => sentOf(tx, logs.get(readHash(tx?.hash, 'hash of a transaction'))));
  const deltas = addresses.map((address, at): [string, BalanceDelta] => {
    const risen = (after[at] as bigint) - (before[at] as bigint);
    return [address, deltaOf({ address, risen }, raw, sent)];
  });
  const succeeded = sent.flatMap((one) => (one.logs === null ? [] : one.txHash));
  return { header, succeeded: new Set(succeeded), of: new Map(deltas) };
}

/** A chain transaction with its events; `logs` is null if it failed. */
interface Sent {
  readonly txHash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: bigint;
  readonly input: string;
  readonly logs: readonly RawLog[] | null;
}

function sentOf(tx: RawTransaction, logs: readonly RawLog[] | null | undefined): Sent[] {
  const txHash = readHash(tx.hash, 'hash of a transaction');
  if (logs === undefined) throw malformed(`The receipt of ${txHash} is missing`);
  const from = readAddress(tx.from, 'sender of a transaction');
  const to = typeof tx.to === 'string' ? tx.to.toLowerCase() : null;
  const value = readAmount(tx.value, 'value of a transaction');
  return [{ txHash, from, to, value, input: String(tx.input).toLowerCase(), logs }];
}

function deltaOf(
  { address, risen }: { readonly address: string; readonly risen: bigint },
  block: RawBlock,
  sent: readonly Sent[],
): BalanceDelta {
  // A signer pays fees out of the same balance (and a bridge may credit it), and the amount of rewards is not known.
  const signs = sent.some(({ from }) => from === address);
  const isRewarded = block.miner?.toLowerCase() === address || (block.uncles ?? []).length > 0;
  if (signs || isRewarded) return { amount: null, namedBy: [] };
  const succeeded = sent.filter(({ logs }) => logs !== null);
  const direct = succeeded.reduce((sum, { to, value }) => (to === address ? sum + value : sum), 0n);
  const amount = risen - direct - withdrawn(address, block);
  const namedBy = succeeded
    .filter((one) => one.to !== address && names(one, address))
    .map(({ txHash, from, value }) => ({ txHash, sender: value >= amount ? from : null }));
  return { amount, namedBy };
}

/** EIP-4895 gives amounts in gwei. */
function withdrawn(address: string, { withdrawals = [] }: RawBlock): bigint {
  return withdrawals
    .filter((one) => readAddress(one.address, 'address of a withdrawal') === address)
    .reduce((sum, one) => sum + readAmount(one.amount, 'amount of a withdrawal') * 1_000_000_000n, 0n);
}

function names({ input, logs }: Sent, address: string): boolean {
  if (holds(input, address)) return true;
  return (logs ?? []).some(({ topics, data }) => [...topics, data].some((hex) => holds(hex.toLowerCase(), address)));
}

/** Whether the hex text contains the twenty bytes of the address at a byte boundary. */
function holds(hex: string, address: string): boolean {
  const digits = address.slice(2);
  for (let at = hex.indexOf(digits, 2); at >= 0; at = hex.indexOf(digits, at + 1)) if (at % 2 === 0) return true;
  return false;
}
