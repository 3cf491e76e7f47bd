// Proof of control of an address: from which owners it takes the address, and the small payment that is one.

/**
 * A proof of control. `on`: the network that it holds on, for a contract: the same address on another network may be
 * the contract of another owner. Null for a key or a script, which is the same on all of them. `clear`: the other
 * networks on which no contract is at the address.
 */
export interface Proof {
  readonly on: string | null;
  readonly clear: readonly string[];
}

/** An address that another owner has entered. */
export interface Held {
  readonly isProved: boolean;
  /** The networks of the proof; null: all of its family. */
  readonly provedOn: readonly string[] | null;
  /** The networks on which the owner is, or was, paid there. */
  readonly paidOn: readonly string[];
}

/**
 * `kept`: the first owner with a proof keeps the address, and without a proof nothing changes. `kept_elsewhere`: a
 * contract is at the address on another network where its owner is paid, and the proof says nothing about that one.
 */
export type Outcome = 'taken' | 'kept' | 'kept_elsewhere';

export function outcomeFor({ isProved, provedOn, paidOn }: Held, proof: Proof | null): Outcome {
  if (proof === null || (isProved && provedOn === null)) return 'kept';
  // A key beats the word of a contract.
  if (proof.on === null) return 'taken';
  const proved = isProved ? (provedOn ?? []) : [];
  if (proved.includes(proof.on)) return 'kept';
  const others = paidOn.filter((network) => network !== proof.on && !proof.clear.includes(network));
  return proved.length + others.length === 0 ? 'taken' : 'kept_elsewhere';
}

const minute = 60_000;
/** How long the payment may be sent. */
export const paymentMillis = 60 * minute;
/** How much later its block may be dated. */
const blockMillis = 60 * minute;
/** How long it may take to be deep enough after that. */
export const depthMillis = 180 * minute;

/** Unix seconds: a block that is dated later does not count. */
export function lastBlockTime(expiresAt: Date): number {
  return Math.floor((expiresAt.getTime() + blockMillis) / 1000);
}

export interface SmallAmount {
  /** The least that can be sent, in smallest units; null where nothing is too little. */
  readonly least: bigint | null;
  /** In what amounts are told apart. */
  readonly step: bigint;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number;
}

const amounts = 90_000;

/** One of 90,000 amounts: 0.01 to 0.1 of a stable coin, 0.0001 to 0.001 of another, or as much above the least. */
export function proofAmount({ least, step, random }: SmallAmount): bigint {
  return (least ?? 10_000n * step) + step * BigInt(Math.floor(random * amounts));
}
