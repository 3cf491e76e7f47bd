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
      `Block ${header.number} of ${chain.title} is older than what can be proved here, from ${least.from} on`,
      true,
    );
  const target = targetOf(header.bits);
  if (target === null || target * least.difficulty > easiestTarget)
    throw madeUp(header, chain, 'it has less work in it than any in years');
}

/** Checks only that the work which the header demands was done. */
export function proveOwnWork(bytes: Uint8Array, header: UtxoHeader, chain: ChainName): void {
  const rules = workRules(chain.name);
  const target = targetOf(header.bits);
  if (target === null || target > rules.limit) throw madeUp(header, chain, 'its target is easier than any may be');
  const worked = workedFor(bytes, header, rules);
  if (typeof worked === 'string') throw madeUp(header, chain, worked);
  if (workHash(worked, rules) > target) throw madeUp(header, chain, 'the work that its header asks was not done');
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

function madeUp({ number, hash }: UtxoHeader, { title }: ChainName, why: string): ChainFault {
  return new ChainFault(`Block ${number} (${hash}) is none of ${title}: ${why}`, true);
}
