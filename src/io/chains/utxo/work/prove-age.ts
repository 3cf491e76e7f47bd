// Refuses the newest block of an endpoint where it is hours old: that endpoint is on the chain no more.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { ChainName } from './prove-work.ts';
import { workRules } from './work-rules.ts';

/**
 * Throws an EndpointFault where `head` is older at `now` (in seconds) than chance makes a block of its chain: whoever
 * has a little of a chain's power cannot work a branch of it for long without falling back. Test networks may stand
 * still.
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
