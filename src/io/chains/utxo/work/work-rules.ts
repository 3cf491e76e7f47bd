// What each chain of the family asks of a block's work, and one block that must be on it.
import type { UtxoChainName } from '../params.ts';

/** How the target of a block follows from those before it. */
export type RetargetRule =
  /**
   * Every `blocks` blocks, by how long they took beside `seconds`, by at most four times either way; measured from the
   * block `reach` below the first of the new period.
   */
  | { readonly kind: 'period'; readonly blocks: number; readonly seconds: number; readonly reach: number }
  /** With every block, by how long the one before took beside `seconds`, dampened (DigiShield). */
  | { readonly kind: 'each_block'; readonly seconds: number }
  /** Never: each block is as easy as may be. */
  | { readonly kind: 'never' };

export interface WorkRules {
  /** What is hashed to show the work: SHA-256 twice, or scrypt (RFC 7914) with N = 1024, r = 1, p = 1. */
  readonly hash: 'sha256d' | 'scrypt';
  /** No target is above this one. */
  readonly limit: bigint;
  /** Null where the rule has exceptions for slow blocks, as test networks have. */
  readonly retarget: RetargetRule | null;
  /** From which height on blocks name the chain they are for, and by which number; null without merged mining. */
  readonly merged: { readonly from: number; readonly chainId: number; readonly isStrict: boolean } | null;
  /** A block that every endpoint must have at its height; null for test networks. */
  readonly checkpoint: { readonly number: number; readonly hash: string } | null;
  /**
   * From this height on every block has at least this difficulty, in multiples of the easiest target of Bitcoin; what
   * is older is not believed at all, since it was easy to work. Null for test networks.
   */
  readonly least: { readonly from: number; readonly difficulty: bigint } | null;
  /** An endpoint whose newest block is older than this is not on the chain any more; null where blocks may wait. */
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
 * 0.21, Dogecoin Core 1.14: src/dogecoin.cpp for DigiShield, src/auxpow.cpp for merged mining). The blocks that must be
 * on the chain: Bitcoin's is the newest that Bitcoin Core 30 lists for assumeutxo, Litecoin's and Dogecoin's are the
 * defaultAssumeValid of Litecoin Core 0.21.4 and Dogecoin Core 1.14.9. The least difficulty is about a sixteenth of
 * what it was at that block (1.3 × 10^14 at Bitcoin's; 3.2 × 10^7 as the parent header in Dogecoin's has it for
 * Litecoin; 1.1 × 10^7 for Dogecoin), so that miners may leave and no chain is cheap. Hours without a block: 36 times
 * the mean time between two is 6 hours for Bitcoin, and chance makes such a gap once in e^36 blocks; 72 and 120 times
 * the mean for the quicker two, whose miners also tell time less well.
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
    // Unlike Bitcoin's it counts the whole period, with the block before it ("Code courtesy of Art Forz").
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
