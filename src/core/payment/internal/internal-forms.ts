// Internal transfers are reported in two forms, by traces and by balances. This removes duplicates between the two.
import { balancePosition, internalForm, type Transfer, type TransferPlace } from '../transfer.ts';

export interface FoundInternal {
  readonly transfer: Transfer;
  readonly header: TransferPlace;
}

export interface RecordedInternal {
  readonly txHash: string;
  readonly position: string;
  readonly recipient: string;
  readonly amount: bigint;
  /** Null while it is off the chain. */
  readonly blockHash: string | null;
}

/**
 * Removes internal transfers that are already recorded in the other form; other transfers are unchanged. Traces report
 * each move. Balances report the sum that one chain transaction moved to one address. A transfer keeps the form in
 * which it was recorded first. A balance delta is reduced by everything already recorded of its block.
 */
export function withoutKnown<T extends FoundInternal>(
  found: readonly T[],
  recorded: readonly RecordedInternal[],
): readonly T[] {
  const groups = Map.groupBy(found, ({ transfer }) => `${keyOf(transfer)} ${internalForm(transfer)}`);
  return [...groups.values()].flatMap((group) => {
    const form = internalForm((group[0] as T).transfer);
    return form === null ? group : unknownOf(group, form, recorded);
  });
}

/** `group`: the value that one chain transaction moved to one address, in one form. */
function unknownOf<T extends FoundInternal>(
  group: readonly T[],
  form: 'trace' | 'balance',
  recorded: readonly RecordedInternal[],
): readonly T[] {
  const [first] = group as readonly [T];
  const { recipient } = first.transfer;
  const others = recorded.filter((one) => keyOf(one) === keyOf(first.transfer) && internalForm(one) !== form);
  if (others.some(({ blockHash }) => blockHash !== null)) return [];
  const inBlock = recorded.filter((one) => one.recipient === recipient && one.blockHash === first.header.hash);
  // A balance delta covers everything that came in the block, regardless of the chain transaction it was attributed to.
  if (form === 'trace' && inBlock.some((one) => internalForm(one) === 'balance')) return [];
  const known = form === 'balance' ? sumOf(inBlock) : 0n;
  const left = sumOf(group.map(({ transfer }) => transfer)) - known;
  if (left <= 0n) return [];
  // A reorg removed it from the chain in its other form. The value is the same, so it returns at the same position.
  const place = others[0]?.position;
  if (place === undefined && form === 'trace') return group;
  const held = group.find(({ transfer }) => transfer.held !== undefined)?.transfer.held;
  const transfer = { ...first.transfer, position: place ?? balancePosition(recipient), amount: left };
  return [{ ...first, transfer: held === undefined ? transfer : { ...transfer, held } }];
}

function sumOf(those: readonly { readonly amount: bigint }[]): bigint {
  return those.reduce((sum, { amount }) => sum + amount, 0n);
}

function keyOf({ txHash, recipient }: Pick<Transfer, 'txHash' | 'recipient'>): string {
  return `${txHash} ${recipient}`;
}
