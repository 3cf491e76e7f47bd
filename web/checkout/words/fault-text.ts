// Error messages in the page's language, for customers: the service's own messages are for programs.
import { ApiProblem } from '../browser/api.ts';
import { WalletRefusal } from '../browser/wallets.ts';
import type { Words } from './words.ts';

type Fault = keyof Words['faults'];

/** Looked up by the reason of the field, then by the code of the problem, then by the field. */
const faultOf: Readonly<Record<string, Fault>> = {
  unknown_hash: 'unknownHash',
  pays_nothing_here: 'paysNothing',
  belongs_to_another: 'anothers',
  failed_on_chain: 'failedOnChain',
  too_many_claims: 'tooManyHashes',
  not_accepted: 'notOffered',
  out_of_range: 'notOffered',
  blocked: 'noAddress',
  no_address: 'noAddress',

  not_found: 'gone',
  invoice_not_payable: 'notPayable',
  app_archived: 'notPayable',
  too_many_transactions: 'tooMany',
  transaction_not_cancelable: 'notCancelable',
  address_tampered: 'noAddress',
  database_went_back: 'noAddress',
  rate_unavailable: 'rate',
  rate_limited: 'tooFast',
  request_in_progress: 'again',
  temporarily_unavailable: 'again',
  internal_error: 'again',
  request_timeout: 'again',

  hash: 'notAHash',
  signature: 'signature',
  from: 'address',
  cryptocurrency: 'notOffered',
  network: 'notOffered',
};

/** The text for the customer. */
export function faultText(fault: unknown, words: Words): string {
  if (fault instanceof WalletRefusal) return fault.say(words);
  if (!(fault instanceof ApiProblem)) return fault instanceof Error ? fault.message : String(fault);
  if (fault.status === 0) return words.faults.unreachable;
  const known = faultOf[fault.reason ?? ''] ?? faultOf[fault.code] ?? faultOf[fault.field ?? ''];
  return words.faults[known ?? (fault.status >= 500 ? 'again' : 'unexpected')];
}
