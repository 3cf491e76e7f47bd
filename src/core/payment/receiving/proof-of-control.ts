// Proof of control of an address: when it moves the address to a new owner, and the small payment that is a proof.

/**
 * A proof of control. `on`: for a contract, the network of the proof, since the same address on another network may be
 * another owner's contract. Null for a key or a script, which is the same on all networks. `clear`: the other networks
 * on which no contract is at the address.
 */
export interface Proof {
  readonly on: string | null;
  readonly clear: readonly string[];
}

/** An address that another owner has entered. */
export interface Held {
  readonly isProved: boolean;
  /** The networks of the proof; null for all of the family. */
  readonly provedOn: readonly string[] | null;
  /** The networks on which the owner is, or was, paid there. */
  readonly paidOn: readonly string[];
}

/**
 * `kept`: the first owner with a proof keeps the address, and without a proof nothing changes. `kept_elsewhere`: the
 * address is a contract on another network where its owner is paid, and the proof does not cover that network.
 */
export type Outcome = 'taken' | 'kept' | 'kept_elsewhere';

export function outcomeFor({ isProved, provedOn, paidOn }: Held, proof: Proof | null): Outcome {
  if (proof === null || (isProved && provedOn === null)) return 'kept';
  // A proof by key has precedence over a proof by contract.
  if (proof.on === null) return 'taken';
  const proved = isProved ? (provedOn ?? []) : [];
  if (proved.includes(proof.on)) return 'kept';
  const others = paidOn.filter((network) => network !== proof.on && !proof.clear.includes(network));
  return proved.length + others.length === 0 ? 'taken' : 'kept_elsewhere';
}

const minute = 60_000;
/** The time within which the payment must be sent. */
export const paymentMillis = 60 * minute;
/** How much later its block may be dated. */
const blockMillis = 60 * minute;
/** The time after that within which it must be deep enough. */
export const depthMillis = 180 * minute;

/** In Unix seconds. A block with a later time does not count. */
export function lastBlockTime(expiresAt: Date): number {
  return Math.floor((expiresAt.getTime() + blockMillis) / 1000);
}

export interface SmallAmount {
  /** The least amount that can be sent, in smallest units; null for no limit. */
  readonly least: bigint | null;
  /** The step between distinct amounts. */
  readonly step: bigint;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
}

const amounts = 90_000;

/**
 * One of 90,000 amounts: 0.01 to 0.1 of a stable coin, 0.0001 to 0.001 of another coin, or as much above the least
 * amount.
 */
export function proofAmount({ least, step, random }: SmallAmount): bigint {
  return (least ?? 10_000n * step) + step * BigInt(Math.floor(random * amounts));
}
