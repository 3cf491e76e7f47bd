// Checks the addresses of an order: where the shop is notified, and where the customer returns to.
import { fieldProblem } from '../../../core/problem.ts';
import { explainRefusal } from '../../../io/outbound/outbound-url.ts';
import type { Instance } from '../../instance.ts';

const mostUrl = 2_000;

/** Throws Problem naming `notify_url` for an address that the service never calls. */
export function readNotifyUrl({ outbound }: Pick<Instance, 'outbound'>, text: string): string {
  if (text.length > mostUrl)
    throw fieldProblem('notify_url', 'invalid_length', `Must have at most ${mostUrl} characters.`);
  const refusal = outbound.checkUrl(text);
  if (refusal !== null) throw fieldProblem('notify_url', refusal, explainRefusal(refusal));
  return text;
}

/**
 * Returns null for an empty text. Throws Problem naming the field for anything but an http or https address, because a
 * link with another scheme can run a script.
 */
export function readReturnUrl(field: string, text: string): string | null {
  if (text === '') return null;
  const url = URL.parse(text);
  if (text.length <= mostUrl && (url?.protocol === 'https:' || url?.protocol === 'http:')) return text;
  throw fieldProblem(field, 'invalid_url', `Must be an http or https address of at most ${mostUrl} characters.`);
}
