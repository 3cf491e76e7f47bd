// In which blocks listed tokens paid certain addresses: what a look at many blocks at once asks.
import { addressInWord, readAmount } from '../../accounts/raw.ts';
import type { RecipientLogs } from '../../accounts/recipient-logs.ts';

/**
 * The heights of those of the blocks first…last, ascending, in which a listed token moved more than nothing to one of
 * these addresses: anybody can make transfers of nothing. Throws ChainFault.
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
