// Finds the token transfer by which a contract sends a certain amount to itself.

import type { ScannedBlock } from '../../../core/payment/transfer.ts';
import { addressInWord, readAmount } from '../accounts/raw.ts';
import type { RecipientLog, RecipientLogs } from '../accounts/recipient-logs.ts';
import type { FoundOwnPayment, OwnPayment } from '../chain.ts';

/** The amount is chosen for the sender alone, so it should occur once. */
const mostBlocks = 10;

export interface OwnTransferSource {
  readonly logs: RecipientLogs;
  /** The number of the newest block. */
  readonly head: number;
  /** Scans one block for transfers to the address, with all checks. */
  readBlock(number: number): AsyncIterable<ScannedBlock>;
}

/** Finds the payment in the logs and confirms it by scanning its block. Throws ChainFault. */
export async function findOwnTransfer(
  { logs, head, readBlock }: OwnTransferSource,
  sought: OwnPayment,
  signal: AbortSignal,
): Promise<FoundOwnPayment | null> {
  const { address, contract, amount, from, until } = sought;
  if (contract === '' || from > head) return null;
  const told = await logs.read(from, head, [address], signal);
  const numbers = new Set(told.filter((one) => isSought(one, sought)).map(({ number }) => number));
  for (const number of [...numbers].slice(0, mostBlocks)) {
    for await (const { header, transfers } of readBlock(number)) {
      const isOwn = transfers.find(
        (one) =>
          one.sender === address && one.recipient === address && one.contract === contract && one.amount === amount,
      );
      const counts = isOwn?.succeeded === true && isOwn.held === undefined && header.time <= until;
      if (counts) return { txHash: isOwn.txHash, header };
    }
  }
  return null;
}

function isSought({ log: { address, topics, data } }: RecipientLog, sought: OwnPayment): boolean {
  const isOwn = address.toLowerCase() === sought.contract && addressInWord(topics[1], 2) === sought.address;
  return isOwn && topics.length === 3 && data.length === 66 && readAmount(data, 'data of a log') === sought.amount;
}
