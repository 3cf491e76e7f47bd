// Who may make blocks on a TRON network now, as endpoints tell it: the representatives of this term, and until when.
import { malformed } from '../../chain.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';
import { canonicalOfPrefixed } from '../address.ts';
import { readTronHeader } from '../header.ts';

/** Times in milliseconds since 1970, of the chain. Addresses canonical. */
export interface Term {
  readonly elected: ReadonlySet<string>;
  /** When the votes are counted next. */
  readonly endsAt: number;
  /** The time of the head when this was told: nothing is said of what was before. */
  readonly toldAt: number;
}

/** What one endpoint says, whose host is `by`. */
export interface ToldTerm extends Term {
  readonly by: string;
}

/**
 * What one endpoint says of the present term: whoever makes blocks is marked isJobs in the list of all candidates.
 * Throws ChainFault.
 */
export async function readTerm(client: JsonRpcClient): Promise<ToldTerm> {
  const [list, next, head] = await Promise.all([
    client.call('/wallet/listwitnesses', [{}]),
    client.call('/wallet/getnextmaintenancetime', [{}]),
    client.call('/wallet/getblock', [{ detail: false }]),
  ]);
  const elected = electedIn((list as { readonly witnesses?: unknown }).witnesses);
  const { num: endsAt } = next as { readonly num?: unknown };
  const toldAt = (readTronHeader(head)?.time ?? 0) * 1000;
  if (elected.size === 0 || typeof endsAt !== 'number' || !Number.isSafeInteger(endsAt) || toldAt === 0)
    throw malformed(`${client.name} does not say who makes blocks`);
  return { elected, endsAt, toldAt, by: client.name };
}

/**
 * What several say, as one: elected is whom two of them name, or the one where one tells alone; of those who were known
 * to be elected before, one name is enough, so that a single endpoint turns nobody out. Of times the middle one counts,
 * the earlier of two. Null where nobody tells.
 */
export function agreedTerm(told: readonly Term[], known: ReadonlySet<string>): Term | null {
  const needed = Math.min(2, told.length);
  const votes = new Map<string, number>();
  for (const { elected } of told) for (const one of elected) votes.set(one, (votes.get(one) ?? 0) + 1);
  const named = [...votes].flatMap(([one, count]) => (count >= needed || known.has(one) ? [one] : []));
  const [endsAt, toldAt] = [middle(told.map((one) => one.endsAt)), middle(told.map((one) => one.toldAt))];
  return endsAt === undefined || toldAt === undefined ? null : { elected: new Set(named), endsAt, toldAt };
}

/** Whether they all name the same. */
export function isUnanimous(told: readonly Term[]): boolean {
  const [first] = told;
  const isSame = (elected: ReadonlySet<string>) => [...elected].every((one) => first?.elected.has(one) === true);
  return told.every(({ elected }) => elected.size === first?.elected.size && isSame(elected));
}

/**
 * The address of the key that a representative signs blocks with, by what one endpoint says of its account, or null
 * where it says nothing. It may have given that right to another key (BlockCapsule.validateSignature and
 * AccountCapsule.getWitnessPermissionAddress of java-tron). Throws ChainFault.
 */
export async function readBlockKey(client: JsonRpcClient, representative: string): Promise<string | null> {
  const address = `41${representative.slice(2)}`;
  const account = (await client.call('/wallet/getaccount', [{ address }])) as {
    readonly address?: unknown;
    readonly witness_permission?: { readonly keys?: readonly { readonly address?: unknown }[] };
  };
  if (canonicalOfPrefixed(account.address) !== representative) return null;
  const [key] = account.witness_permission?.keys ?? [];
  return key === undefined ? representative : canonicalOfPrefixed(key.address);
}

function electedIn(list: unknown): Set<string> {
  const elected = new Set<string>();
  if (!Array.isArray(list)) return elected;
  for (const one of list as readonly ({ readonly address?: unknown; readonly isJobs?: unknown } | null)[]) {
    const address = one?.isJobs === true ? canonicalOfPrefixed(one.address) : null;
    if (address !== null) elected.add(address);
  }
  return elected;
}

function middle(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
}
