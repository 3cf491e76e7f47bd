// Proves that a TRON block's list of transactions is complete and matches its signed header.
import { ChainFault, malformed } from '../../chain.ts';
import type { ProvedHeader } from './header-proof.ts';
import { type ProvableTransaction, provable, rootOf } from './transactions-root.ts';

/** A block (`hash`) with transactions that do not match the root in its header; `root` is the root that they have. */
export class UnprovedTransactions extends ChainFault {
  readonly hash: string;
  readonly root: string;
  constructor(message: string, hash: string, root: string) {
    super(message, true);
    this.name = 'UnprovedTransactions';
    this.hash = hash;
    this.root = root;
  }
}

/**
 * `agreedRoot` is the root on which several endpoints agree; it is accepted if no list can be proved. Throws a
 * retryable ChainFault; it is UnprovedTransactions if only the root differs.
 */
export function proveTransactions(
  { header: { number, hash }, txTrieRoot }: Pick<ProvedHeader, 'header' | 'txTrieRoot'>,
  list: unknown,
  agreedRoot: string | null = null,
): readonly ProvableTransaction[] {
  if (!Array.isArray(list)) throw malformed(`Block ${number} came without a list of transactions`);
  const transactions = (list as readonly unknown[]).map((one) => provable(one, number));
  const root = rootOf(transactions.map(({ leaf }) => leaf));
  if (root === txTrieRoot || root === agreedRoot) return transactions;
  const said = `The ${list.length} transactions of block ${number} are not those that its header was signed for`;
  const unknown = unknownMember(list);
  throw new UnprovedTransactions(unknown === null ? said : `${said}; unknown is ${unknown}`, hash, root);
}

const members: ReadonlySet<string> = new Set([
  ...['txID', 'raw_data', 'raw_data_hex', 'signature', 'ret', 'contract_address', 'visible'],
]);

/** The name of an unknown member, which a newer node may write for data that the root covers too. */
function unknownMember(list: readonly unknown[]): string | null {
  for (const one of list) {
    const strange = Object.keys(one as object).find((name) => !members.has(name));
    if (strange !== undefined) return strange.slice(0, 60);
  }
  return null;
}
