// The sentence for the customer when an address was refused. The service's own messages are for programs.
import type { Words } from '../words/words.ts';
import type { RefundWords, RefusedForm } from './refund-data.ts';

type Fault = keyof RefundWords['faults'];

/** By the code of the field's error. */
const faultOf: Readonly<Record<string, Fault>> = {
  required: 'empty',
  private_key: 'privateKey',
  other_network: 'otherNetwork',
  not_spendable: 'noKey',
  zero_address: 'noKey',
  confirm_needed: 'doubtful',
  below_minimum: 'tooSmall',
};

/** `network`: the name that exchanges use. */
export function refundFault(refused: RefusedForm, network: string, words: { own: RefundWords; page: Words }): string {
  const { code, field, reason } = refused;
  const { faults } = words.own;
  if (code === 'rate_limited') return words.page.faults.tooFast;
  const known = faultOf[reason ?? ''] ?? (field === 'to' ? 'notAnAddress' : 'busy');
  const text = faults[known];
  return typeof text === 'string' ? text : text({ network });
}

/** Whether the customer may insist on the address. */
export function mayInsist({ reason }: RefusedForm): boolean {
  return reason === 'confirm_needed';
}
