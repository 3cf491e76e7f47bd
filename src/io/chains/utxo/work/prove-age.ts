// Rejects an endpoint's newest block if it is hours old, because the endpoint is then no longer on the chain.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { ChainName } from './prove-work.ts';
import { workRules } from './work-rules.ts';

/**
 * Throws an EndpointFault if `head` at `now` (Unix seconds) is older than chance explains for its chain. A minority of
 * the chain's hash power cannot keep up a branch of its own for long without falling behind. Test networks may stop for
 * any time.
 */
export function proveAge(head: BlockHeader, { name, title }: ChainName, now: number): void {
  const { mostHeadSeconds } = workRules(name);
  if (mostHeadSeconds === null || now - head.time <= mostHeadSeconds) return;
  const hours = Math.floor((now - head.time) / 3_600);
  throw new EndpointFault(
    'malformed',
    `Its newest block of ${title}, ${head.number}, is ${hours} hours old: it is not synced, or on a fork`,
  );
}
