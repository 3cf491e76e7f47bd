// Why a refund that is ready has no transfer to sign.

export const unsignedReasons = [
  ...(['not_prepared', 'no_extended_key', 'not_enough_coins', 'network_unavailable'] as const),
  ...(['fee_too_high', 'wallet_not_supported', 'in_batch', 'below_minimum'] as const),
  ...(['earlier_psbt_sent', 'exceeds_paid'] as const),
] as const;
export type UnsignedReason = (typeof unsignedReasons)[number];

export const unsignedReasonText = [
  'Why `unsigned` is null while `ready`. `not_prepared`: read the refund to have its PSBT built. `no_extended_key`:',
  'the app has no extended public key on the network. `not_enough_coins`: the confirmed coins that the key received,',
  'and that no other refund uses, do not suffice. `network_unavailable`: no endpoint answers. `fee_too_high`: the',
  'reported fee rate is not plausible, or the fee exceeds the amount. `wallet_not_supported`: the wallet has too many',
  'keys. `in_batch`: a PSBT of several refunds pays it. `below_minimum`: the held amount expired, and at the present',
  'rate and fees it is too small to be sent. `earlier_psbt_sent`: the coins of an earlier PSBT of this refund are',
  'spent, or another refund uses them. If you sent that PSBT, wait for its confirmation. Otherwise send the amount by',
  '`payment_uri`, or cancel this refund and prepare it again. `exceeds_paid`: the open refunds of the invoice exceed',
  'the paid amount, as after a reorg removed a payment.',
].join(' ');

/** A PSBT in base64 with its network fee in coins, or the reason for none. */
export type Unsigned =
  | { readonly unsigned: string; readonly unsigned_reason: null; readonly network_fee: string }
  | { readonly unsigned: null; readonly unsigned_reason: UnsignedReason; readonly network_fee: null };

export function unprepared(reason: UnsignedReason): Unsigned {
  return { unsigned: null, unsigned_reason: reason, network_fee: null };
}
