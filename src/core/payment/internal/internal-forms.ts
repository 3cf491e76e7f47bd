// Value that moved within calls is told in two forms, by traces and by balances: in whichever it comes, it counts once.
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
 * These transfers without what they tell again; those that moved in no call stay as they are. Traces tell of each move,
 * balances of all that one chain transaction moved to one address, as a sum. Either stays in the form in which it was
 * recorded first, and what a balance grew by is only what is left of it beside all that is recorded of its block.
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

/** `group`: what one chain transaction moved to one address, in one form. */
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
  // What a balance grew by is all that came in that block, whichever chain transaction it was put down to.
  if (form === 'trace' && inBlock.some((one) => internalForm(one) === 'balance')) return [];
  const known = form === 'balance' ? sumOf(inBlock) : 0n;
  const left = sumOf(group.map(({ transfer }) => transfer)) - known;
  if (left <= 0n) return [];
  // A reorg took it off the chain in its other form; it is the same value, so it comes back at the same place.
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
