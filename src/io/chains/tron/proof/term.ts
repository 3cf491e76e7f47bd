// Reads from endpoints who may make blocks on a TRON network now: the representatives of this term, and its end.
import { malformed } from '../../chain.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';
import { canonicalOfPrefixed } from '../address.ts';
import { readTronHeader } from '../header.ts';

/** Times are milliseconds since 1970 by the chain. Addresses are canonical. */
export interface Term {
  readonly elected: ReadonlySet<string>;
  /** When votes are next counted. */
  readonly endsAt: number;
  /** The time of the head at the request; the answer covers nothing before it. */
  readonly reportedAt: number;
}

/** The answer of one endpoint, with its host in `by`. */
export interface ReportedTerm extends Term {
  readonly by: string;
}

/**
 * One endpoint's answer on the present term: representatives that make blocks are marked isJobs in the list of all
 * candidates. Throws ChainFault.
 */
export async function readTerm(client: JsonRpcClient): Promise<ReportedTerm> {
  const [list, next, head] = await Promise.all([
    client.call('/wallet/listwitnesses', [{}]),
    client.call('/wallet/getnextmaintenancetime', [{}]),
    client.call('/wallet/getblock', [{ detail: false }]),
  ]);
  const elected = electedIn((list as { readonly witnesses?: unknown }).witnesses);
  const { num: endsAt } = next as { readonly num?: unknown };
  const reportedAt = (readTronHeader(head)?.time ?? 0) * 1000;
  if (elected.size === 0 || typeof endsAt !== 'number' || !Number.isSafeInteger(endsAt) || reportedAt === 0)
    throw malformed(`${client.name} does not report the elected representatives`);
  return { elected, endsAt, reportedAt, by: client.name };
}

/**
 * Combines several answers into one term. A representative is elected if two answers name it, or if there is only one
 * answer. For one that was elected before, one answer is enough, so that a single endpoint cannot remove it. The median
 * of the times counts, or the earlier of two. Null if there is no answer.
 */
export function agreedTerm(told: readonly Term[], known: ReadonlySet<string>): Term | null {
  const needed = Math.min(2, told.length);
  const votes = new Map<string, number>();
  for (const { elected } of told) for (const one of elected) votes.set(one, (votes.get(one) ?? 0) + 1);
  const named = [...votes].flatMap(([one, count]) => (count >= needed || known.has(one) ? [one] : []));
  const [endsAt, reportedAt] = [middle(told.map((one) => one.endsAt)), middle(told.map((one) => one.reportedAt))];
  return endsAt === undefined || reportedAt === undefined ? null : { elected: new Set(named), endsAt, reportedAt };
}

/** Whether all answers name the same representatives. */
export function isUnanimous(told: readonly Term[]): boolean {
  const [first] = told;
  const isSame = (elected: ReadonlySet<string>) => [...elected].every((one) => first?.elected.has(one) === true);
  return told.every(({ elected }) => elected.size === first?.elected.size && isSame(elected));
}

/**
 * The address of the key with which a representative signs blocks, from one endpoint's data of its account, or null if
 * the data has none. The representative may have given that right to another key (BlockCapsule.validateSignature and
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
