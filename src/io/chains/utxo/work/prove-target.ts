// Rejects a block whose target does not follow from the blocks before it, because no chain becomes easy in one step.
import { ChainFault } from '../../chain.ts';
import type { UtxoHeader } from '../blocks/read-header.ts';
import { compactOf, targetOf } from './compact-target.ts';
import type { ChainName } from './prove-work.ts';
import { type RetargetRule, type WorkRules, workRules } from './work-rules.ts';

/** The fields of a header on which targets depend. */
export type HeaderFacts = Pick<UtxoHeader, 'number' | 'hash' | 'parentHash' | 'time' | 'bits'>;

/** The block before it on its branch, and the block from which its target's time is measured; null if unknown. */
export interface Ancestors {
  readonly parent: HeaderFacts;
  readonly start: HeaderFacts | null;
}

/**
 * The height of the block from which the time for the target of block `number` is measured. Null if that target depends
 * on the parent alone, or its rule is not checked here.
 */
export function startOf(number: number, params: Pick<ChainName, 'name'>): number | null {
  const { retarget } = workRules(params.name);
  if (retarget?.kind === 'each_block') return Math.max(0, number - 2);
  if (retarget?.kind !== 'period' || number % retarget.blocks !== 0) return null;
  return Math.max(0, number - retarget.reach);
}

/** Whether the target of a block depends on the one before it. */
export function followsParent(params: Pick<ChainName, 'name'>): boolean {
  const kind = workRules(params.name).retarget?.kind;
  return kind === 'period' || kind === 'each_block';
}

/**
 * Throws a retryable ChainFault if the header's target does not follow from its ancestors: exactly if the start is
 * known, otherwise within the limits of one step. `parent` must be the block named by `parentHash`.
 */
export function proveTarget(header: HeaderFacts, ancestors: Ancestors | null, params: ChainName): void {
  const rules = workRules(params.name);
  if (rules.retarget === null) return;
  if (isAllowed(header, ancestors, rules, rules.retarget)) return;
  throw new ChainFault(
    `Block ${header.number} (${header.hash}) is not a valid block of ${params.title}: ` +
      'its target does not follow from the previous blocks',
    true,
  );
}

function isAllowed({ number, bits }: HeaderFacts, ancestors: Ancestors | null, rules: WorkRules, rule: RetargetRule) {
  if (rule.kind === 'never') return bits === compactOf(rules.limit);
  if (ancestors === null) return true;
  const { parent, start } = ancestors;
  if (rule.kind === 'period' && number % rule.blocks !== 0) return bits === parent.bits;
  const before = targetOf(parent.bits);
  if (before === null) return false;
  const after = (seconds: bigint) => stepped(before, seconds, rule, rules.limit);
  if (start !== null) return bits === compactOf(after(BigInt(parent.time - start.time)));
  const target = targetOf(bits);
  const longest = 1n << 40n;
  return target !== null && target >= rounded(after(-longest)) && target <= rounded(after(longest));
}

/** The target after a step that took this many seconds: a whole period, or one block. */
function stepped(
  before: bigint,
  seconds: bigint,
  rule: Exclude<RetargetRule, { kind: 'never' }>,
  limit: bigint,
): bigint {
  const usual = BigInt(rule.seconds);
  const [taken, least, most] =
    rule.kind === 'period'
      ? [seconds, usual / 4n, usual * 4n]
      : [usual + (seconds - usual) / 8n, usual - usual / 4n, usual + usual / 2n];
  const counted = taken < least ? least : taken > most ? most : taken;
  const target = (before * counted) / usual;
  return target > limit ? limit : target;
}

/** The target as a header can encode it. */
function rounded(target: bigint): bigint {
  return targetOf(compactOf(target)) ?? 0n;
}
