// The fields that describe a refund in requests.
import type { RateKind } from '../../../core/payment/outgoing/refund.ts';
import { rateKinds } from '../../../core/payment/outgoing/refund.ts';
import { nullable } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';

/** Null is the same as left out. */
export const toField = Type.Optional(
  nullable(
    Type.String({ minLength: 1, maxLength: 200, description: 'The address that the coins go to, on the network.' }),
  ),
);

export const confirmField = Type.Optional(
  Type.Boolean({ description: 'Takes an address in spite of a `confirm_needed` error.' }),
);

export const reasonField = Type.Optional(Type.String({ maxLength: 1000, description: 'For your records.' }));

export const rateKindField = Type.Unsafe<RateKind>({
  type: 'string',
  enum: [...rateKinds],
  description: '`locked`: the rate of the payment. `current`: the rate when the amount is quoted.',
});
