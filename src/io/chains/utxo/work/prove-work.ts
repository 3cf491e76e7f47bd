// Rejects blocks without proof of work, because an endpoint could invent a chain of them with any payment.
import { scryptSync } from 'node:crypto';
import { ChainFault } from '../../chain.ts';
import { ByteWalk } from '../blocks/byte-walk.ts';
import { doubleHash } from '../blocks/hashes.ts';
import { headerLength, type UtxoHeader } from '../blocks/read-header.ts';
import type { UtxoParams } from '../params.ts';
import { chainIdOf, hasAuxPow, provenParent } from './aux-pow.ts';
import { easiestTarget, targetOf } from './compact-target.ts';
import { type WorkRules, workRules } from './work-rules.ts';

/** A chain, with the name shown to people. */
export type ChainName = Pick<UtxoParams, 'name' | 'title'>;

/**
 * Throws a retryable ChainFault if the block is older or easier than the chain's rules allow (proveEase), or has less
 * work than its own header demands (proveOwnWork). `bytes` begin with the header that `header` was read from
 * (readUtxoHeader), followed by the proof of merged mining if its version announces one. The target itself is proved by
 * proveTarget.
 */
export function proveWork(bytes: Uint8Array, header: UtxoHeader, chain: ChainName): void {
  proveEase(header, chain);
  proveOwnWork(bytes, header, chain);
}

/** Checks only that the header's target is as hard as the chain's targets have long been, without its work. */
export function proveEase(header: UtxoHeader, chain: ChainName): void {
  const { least } = workRules(chain.name);
  if (least === null) return;
  if (header.number < least.from)
    throw new ChainFault(
      `Block ${header.number} of ${chain.title} is too old to be proved: the first possible one is ${least.from}`,
      true,
    );
  const target = targetOf(header.bits);
  if (target === null || target * least.difficulty > easiestTarget)
    throw invalidBlock(header, chain, 'it has less work than any block in years');
}

/** Checks only that the work which the header demands was done. */
export function proveOwnWork(bytes: Uint8Array, header: UtxoHeader, chain: ChainName): void {
  const rules = workRules(chain.name);
  const target = targetOf(header.bits);
  if (target === null || target > rules.limit) throw invalidBlock(header, chain, 'its target is above the limit');
  const worked = workedFor(bytes, header, rules);
  if (typeof worked === 'string') throw invalidBlock(header, chain, worked);
  if (workHash(worked, rules) > target) throw invalidBlock(header, chain, 'it lacks the work that its header demands');
}

/** The 80 bytes whose hash must be below the target, or the error in words. */
function workedFor(bytes: Uint8Array, { number, version }: UtxoHeader, rules: WorkRules): Uint8Array | string {
  const own = bytes.subarray(0, headerLength);
  if (rules.merged === null || number < rules.merged.from) return own;
  const { isStrict, chainId } = rules.merged;
  const id = chainIdOf(version);
  if (isStrict && id !== chainId) return 'it was mined for another chain';
  if (!hasAuxPow(version)) return own;
  return provenParent(new ByteWalk(bytes, headerLength), doubleHash(own), { id, isStrict });
}

function workHash(header: Uint8Array, { hash }: WorkRules): bigint {
  const bytes = hash === 'scrypt' ? scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 }) : doubleHash(header);
  return BigInt(`0x${bytes.reverse().toString('hex')}`);
}

function invalidBlock({ number, hash }: UtxoHeader, { title }: ChainName, why: string): ChainFault {
  return new ChainFault(`Block ${number} (${hash}) is not a valid block of ${title}: ${why}`, true);
}
