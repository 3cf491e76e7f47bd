// Reads one chain transaction by its hash. Returns the same transfers, at the same positions, as a scan of its block.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import type { AddressTable } from '../../accounts/address-table.ts';
import { quantity, type RawLog, readHash } from '../../accounts/raw.ts';
import { logsOfBlock, transfersInLogs, unlistedInLogs } from '../../accounts/read-logs.ts';
import { type FoundTransfers, malformed } from '../../chain.ts';
import { type RawReceipt, type RawTransaction, readHeader } from './raw-block.ts';
import { readBlock } from './read-block.ts';
import { candidatesOf, type ScanParts, transferOf } from './whole-blocks.ts';

/**
 * Null if no endpoint knows the hash. Throws a retryable ChainFault for answers that contradict each other, and for a
 * block that has left the chain.
 */
export async function transfersIn(
  parts: Pick<ScanParts, 'rotation' | 'contracts' | 'ranges' | 'tracer' | 'deliveries'>,
  txHash: string,
  watched: AddressTable,
): Promise<FoundTransfers | null> {
  const { rotation, contracts } = parts;
  const tx = (await rotation.call('eth_getTransactionByHash', [txHash])) as RawTransaction | null;
  if (tx === null) return null;
  if (readHash(tx.hash, 'hash of a transaction') !== txHash)
    throw malformed('The endpoint returned another transaction');
  const receipt = (await rotation.call('eth_getTransactionReceipt', [txHash])) as RawReceipt | null;
  if (receipt === null) return { header: null, transfers: [] };
  if (readHash(receipt.transactionHash, 'transaction of a receipt') !== txHash || !Array.isArray(receipt.logs))
    throw malformed('A receipt is of another transaction');
  const block = await rotation.call('eth_getBlockByHash', [receipt.blockHash, false]);
  const header = readHeader(block);
  const canonical = readHeader(await rotation.call('eth_getBlockByNumber', [quantity(header.number), false]));
  if (canonical.hash !== header.hash || readHash(receipt.blockHash, 'block of a receipt') !== header.hash)
    throw malformed(`The block of ${txHash} is not on the chain`);
  const whole = { ...(block as object), transactions: [tx] };
  const findings = readBlock(whole, { number: header.number, watched, contracts });
  const logs = receipt.logs.filter((log: RawLog | null) => Array.isArray(log?.topics));
  const transfers = transfersInLogs(logs, { from: 0, to: logs.length }, watched, contracts);
  const settled = candidatesOf(findings, transfers).flatMap((candidate) =>
    transferOf(candidate, succeeded(receipt, header.number)),
  );
  const internal = (await parts.tracer?.ofTransaction(txHash, watched)) ?? [];
  const unlisted = unlistedInLogs(logs, watched, contracts);
  return {
    header,
    transfers: [...(await delivered(parts, header, transfers, watched)), ...settled, ...internal],
    ...(unlisted.length === 0 ? {} : { unlisted }),
  };
}

/** The balances of a block can only be compared with all events of that block. */
async function delivered(
  { contracts, ranges, deliveries }: Pick<ScanParts, 'contracts' | 'ranges' | 'deliveries'>,
  header: BlockHeader,
  transfers: readonly Transfer[],
  watched: AddressTable,
): Promise<readonly Transfer[]> {
  if (deliveries === null || !transfers.some((one) => deliveries.isOf(one))) return transfers;
  const { signal } = new AbortController();
  const logs = await ranges.read(header.number, header.number, signal);
  const end = logsOfBlock(logs, 0, header, quantity(header.number));
  const checked = await deliveries.check(
    header,
    transfersInLogs(logs, { from: 0, to: end }, watched, contracts),
    logs,
    signal,
  );
  const places = new Map(checked.map((one) => [`${one.txHash}:${one.position}`, one]));
  return transfers.map((one) => places.get(`${one.txHash}:${one.position}`) ?? one);
}

function succeeded({ status }: RawReceipt, number: number): boolean {
  if (status !== '0x1' && status !== '0x0') throw malformed(`A receipt of block ${number} has no valid status`);
  return status === '0x1';
}
