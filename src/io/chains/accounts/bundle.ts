// Merges many transfers that one chain transaction makes to one address, so that spam costs its sender and not us.
import type { Transfer } from '../../../core/payment/transfer.ts';

/** More transfers than any honest chain transaction makes to one address in one coin. */
const mostApart = 64;

/**
 * If a chain transaction has more than 64 transfers to one recipient in one coin, returns their sum as one transfer at
 * the position of the first. The sum is the same in every block that may hold the chain transaction, so it is credited
 * once like any other transfer.
 */
export function bundled(transfers: readonly Transfer[]): readonly Transfer[] {
  if (transfers.length <= mostApart) return transfers;
  const groups = Map.groupBy(transfers, (one) => `${one.txHash} ${one.recipient} ${one.contract} ${one.held ?? ''}`);
  return [...groups.values()].flatMap((group) => (group.length <= mostApart ? group : sumOf(group)));
}

function sumOf(group: readonly Transfer[]): Transfer {
  const [first] = group as [Transfer];
  const isOfOne = group.every(({ sender }) => sender === first.sender);
  const amount = group.reduce((sum, one) => sum + one.amount, 0n);
  return { ...first, sender: isOfOne ? first.sender : null, amount };
}
