// The proof-of-work rules of each UTXO chain, and one block that must be on it.
import type { UtxoChainName } from '../params.ts';

/** How the target of a block follows from the blocks before it. */
export type RetargetRule =
  /**
   * Changes every `blocks` blocks by the ratio of their time to `seconds`, at most fourfold. The time is measured from
   * the block `reach` below the first of the new period.
   */
  | { readonly kind: 'period'; readonly blocks: number; readonly seconds: number; readonly reach: number }
  /** Changes with every block by the ratio of the previous block's time to `seconds`, dampened (DigiShield). */
  | { readonly kind: 'each_block'; readonly seconds: number }
  /** Never changes: each block has the easiest target. */
  | { readonly kind: 'never' };

export interface WorkRules {
  /** The hash that shows the work: double SHA-256, or scrypt (RFC 7914) with N = 1024, r = 1, p = 1. */
  readonly hash: 'sha256d' | 'scrypt';
  /** The highest allowed target. */
  readonly limit: bigint;
  /** Null if the rule has exceptions for slow blocks, as on test networks. */
  readonly retarget: RetargetRule | null;
  /** The height from which blocks name their chain, and its id; null without merged mining. */
  readonly merged: { readonly from: number; readonly chainId: number; readonly isStrict: boolean } | null;
  /** A block that every endpoint must have at its height; null for test networks. */
  readonly checkpoint: { readonly number: number; readonly hash: string } | null;
  /**
   * From this height on, every block has at least this difficulty, in multiples of Bitcoin's easiest target. Older
   * blocks are not accepted, because they took little work. Null for test networks.
   */
  readonly least: { readonly from: number; readonly difficulty: bigint } | null;
  /** An endpoint with a newest block older than this is no longer on the chain; null if blocks may take any time. */
  readonly mostHeadSeconds: number | null;
}

const hour = 3_600;
const twoWeeks = 14 * 24 * hour;
const bitcoinLimit = (1n << 224n) - 1n;
const scryptLimit = (1n << 236n) - 1n;
const regtestLimit = (1n << 255n) - 1n;

const test = { merged: null, checkpoint: null, least: null, mostHeadSeconds: null, retarget: null } as const;
const bitcoinTest: WorkRules = { ...test, hash: 'sha256d', limit: bitcoinLimit };
const never = { kind: 'never' } as const;

/**
 * Limits and retargeting are from each node's own src/chainparams.cpp and src/pow.cpp (Bitcoin Core 30, Litecoin Core
 * 0.21, Dogecoin Core 1.14: src/dogecoin.cpp for DigiShield, src/auxpow.cpp for merged mining).
 * - Checkpoints: Bitcoin's is the newest that Bitcoin Core 30 lists for assumeutxo. Litecoin's and Dogecoin's are the
 *   defaultAssumeValid of Litecoin Core 0.21.4 and Dogecoin Core 1.14.9.
 * - The least difficulty is about a sixteenth of the difficulty at that block, so that miners may leave while forging
 *   stays expensive. It was 1.3 × 10^14 for Bitcoin, 3.2 × 10^7 for Litecoin (by the parent header in Dogecoin's
 *   block), and 1.1 × 10^7 for Dogecoin.
 * - The longest gap is 36 mean block times for Bitcoin (6 hours), which chance exceeds once in e^36 blocks. It is 72
 *   and 120 mean block times for Litecoin and Dogecoin, which also have less exact timestamps.
 */
const rules: Readonly<Record<UtxoChainName, WorkRules>> = {
  bitcoin: {
    ...bitcoinTest,
    retarget: { kind: 'period', blocks: 2_016, seconds: twoWeeks, reach: 2_016 },
    checkpoint: { number: 910_000, hash: '0000000000000000000108970acb9522ffd516eae17acddcb1bd16469194a821' },
    least: { from: 800_000, difficulty: 8_000_000_000_000n },
    mostHeadSeconds: 6 * hour,
  },
  'bitcoin-testnet': bitcoinTest,
  'bitcoin-testnet4': bitcoinTest,
  'bitcoin-signet': { ...bitcoinTest, limit: 0x0377aen << 216n },
  'bitcoin-regtest': { ...bitcoinTest, limit: regtestLimit, retarget: never },
  litecoin: {
    ...test,
    hash: 'scrypt',
    limit: scryptLimit,
    // Unlike Bitcoin's rule, this one counts the whole period, including the block before it ("Code courtesy of Art
    // Forz").
    retarget: { kind: 'period', blocks: 2_016, seconds: twoWeeks / 4, reach: 2_017 },
    checkpoint: { number: 2_772_730, hash: '80cdb35c080484df5bf384b311fde3c4694d3405765bc0f596e9eb369ff286e5' },
    least: { from: 1_959_551, difficulty: 2_000_000n },
    mostHeadSeconds: 3 * hour,
  },
  'litecoin-testnet': { ...test, hash: 'scrypt', limit: scryptLimit },
  'litecoin-regtest': { ...test, hash: 'scrypt', limit: regtestLimit, retarget: never },
  dogecoin: {
    ...test,
    hash: 'scrypt',
    limit: scryptLimit,
    retarget: { kind: 'each_block', seconds: 60 },
    merged: { from: 371_337, chainId: 98, isStrict: true },
    checkpoint: { number: 5_050_000, hash: 'e7d4577405223918491477db725a393bcfc349d8ee63b0a4fde23cbfbfd81dea' },
    least: { from: 3_606_083, difficulty: 650_000n },
    mostHeadSeconds: 2 * hour,
  },
  'dogecoin-testnet': {
    ...test,
    hash: 'scrypt',
    limit: scryptLimit,
    merged: { from: 158_100, chainId: 98, isStrict: false },
  },
};

export function workRules(chain: UtxoChainName): WorkRules {
  return rules[chain];
}
