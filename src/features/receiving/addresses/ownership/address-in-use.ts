// The error for an address of another owner. It names the ways to prove control.
import { formatUnits } from '../../../../core/money/decimal.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Instance } from '../../../instance.ts';
import { type Controlled, proofText, type ShownPayment } from './control.ts';

/**
 * Whether the other owner proved control. `elsewhere`: the given proof is not valid on a network where the other owner
 * is paid.
 */
export type InUse = 'unproved' | 'proved' | 'elsewhere';

/** Returns a Problem naming `value`. */
export function inUse(
  instance: Instance,
  wanted: Controlled & { readonly payment: ShownPayment | null },
  how: InUse,
): Problem {
  const { payment } = wanted;
  const entry = { field: 'value', code: 'address_in_use', message: messages[how] };
  if (how === 'proved') return new Problem('validation_failed', { errors: [entry] });
  const message = how === 'unproved' && payment !== null ? askedFor(wanted, payment) : entry.message;
  const paid = payment === null ? {} : { proof_payment: shownPayment(payment) };
  return new Problem('validation_failed', {
    errors: [{ ...entry, message, proof_text: proofText(instance, wanted), ...paid }],
  });
}

const othersUse = 'Another owner on this instance uses it';
const messages: Readonly<Record<InUse, string>> = {
  unproved: [
    `${othersUse}, or it belongs to their extended public key. If it is yours, sign proof_text with it and repeat`,
    'the request with that signature.',
  ].join(' '),
  proved: `${othersUse}, who has proved control of it.`,
  elsewhere: [
    'Another owner is paid at a contract with this address on another network. If that one is yours as well, prove',
    'control there first.',
  ].join(' '),
};

function askedFor({ network }: Controlled, { confirmations }: ShownPayment): string {
  const needed = `${network.confirmations} confirmations`;
  if (confirmations !== null)
    return `${othersUse}. Your payment has ${confirmations} of ${needed}: repeat the request when it has them all.`;
  return [
    `${othersUse}. If it is yours, send the exact amount of proof_payment from it to itself, and repeat the request`,
    `after ${needed}; or sign proof_text with it, if it can sign.`,
  ].join(' ');
}

function shownPayment({ asset, amount, expiresAt }: ShownPayment) {
  return {
    cryptocurrency: asset.cryptocurrency.symbol,
    network: asset.network.symbol,
    amount: formatUnits(amount, asset.decimals),
    expires_at: expiresAt.toISOString(),
  };
}
