// What went wrong, in the page's language.
import { ApiProblem } from '../outside/api.ts';
import { WalletRefusal } from '../outside/wallets.ts';
import type { Words } from './words.ts';

/** What to tell the customer of `fault`. What the service said against a request is told in its own words. */
export function faultText(fault: unknown, words: Words): string {
  if (fault instanceof WalletRefusal) return fault.say(words);
  if (!(fault instanceof ApiProblem)) return fault instanceof Error ? fault.message : String(fault);
  if (fault.status === 0) return words.faults.unreachable;
  return fault.message === '' ? words.faults.status({ status: fault.status }) : fault.message;
}
