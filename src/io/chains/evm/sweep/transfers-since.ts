// Finds the blocks in a long range in which listed tokens paid certain addresses.
import { addressInWord, readAmount } from '../../accounts/raw.ts';
import type { RecipientLogs } from '../../accounts/recipient-logs.ts';

/**
 * The heights, ascending, of the blocks first…last in which a listed token moved more than zero to one of these
 * addresses. Zero transfers are ignored, because anyone can make them. Throws ChainFault.
 */
export async function transfersSince(
  logs: RecipientLogs,
  { first, last }: { readonly first: number; readonly last: number },
  recipients: readonly string[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const found = await logs.read(first, last, recipients, signal);
  const paying = found.filter(({ log: { topics, data } }) => {
    const isTransfer = topics.length === 3 && addressInWord(topics[2], 2) !== null && data.length === 66;
    return isTransfer && readAmount(data, 'data of a log') > 0n;
  });
  return [...new Set(paying.map(({ number }) => number))];
}
