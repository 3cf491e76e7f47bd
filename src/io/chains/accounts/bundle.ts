// Makes one transfer of the many that a single chain transaction can pay to one address, so that spam costs its sender
// and not us.
import type { Transfer } from '../../../core/payment/transfer.ts';

/** More than any honest chain transaction pays to one address in one coin. */
const mostApart = 64;

/**
 * Where a chain transaction has more transfers than that to one recipient in one coin, their sum is told at the place
 * of the first. It is the same sum wherever the chain transaction is mined, so it counts once like any other.
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
