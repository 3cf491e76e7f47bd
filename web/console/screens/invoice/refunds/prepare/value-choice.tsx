// The choice of how much a refund gives back.
import { Radio, Stack, TextInput } from '@mantine/core';
import type { Payment } from '../../../../../../sdk/typescript/src/generated/api.ts';
import { price } from '../../../../words/figures.ts';
import { words } from '../../../../words/words.ts';
import type { Refundable } from './refundable.ts';

export type What = 'excess' | 'payment' | 'all' | 'other';

/** The values to choose from, in the invoice's currency; null if one is not offered. */
export type Choices = Readonly<Record<Exclude<What, 'other'>, string | null>>;

/** `payment`: what the payment in question can give back; null if the whole invoice is meant. */
export function choicesOf({ left, excess }: Refundable, payment: string | null): Choices {
  return { excess, payment: payment === left || payment === excess ? null : payment, all: left };
}

/** A late payment is refunded whole; otherwise only the excess, if there is one. */
export function firstChoice(choices: Choices, payment: Pick<Payment, 'reason'> | undefined): What {
  if (choices.excess !== null && payment?.reason !== 'late') return 'excess';
  return choices.payment === null ? 'all' : 'payment';
}

export interface ValueChoiceProps {
  readonly choices: Choices;
  readonly values: { readonly what: What; readonly typed: string };
  readonly set: (more: { readonly what?: What; readonly typed?: string }) => void;
  readonly currency: string;
  readonly error: string | undefined;
}

export function ValueChoice({ choices, values, set, currency, error }: ValueChoiceProps) {
  const { what, typed } = values;
  const [excess, payment, all] = [choices.excess, choices.payment, choices.all];
  const inFiat = (amount: string) => ({ price: price(amount, currency) });
  return (
    <Stack gap="xs">
      <Radio.Group
        label={words.common.amount}
        value={what}
        error={what === 'other' ? undefined : error}
        onChange={(chosen) => set({ what: chosen as What })}
      >
        <Stack gap="xs" mt={6}>
          {excess === null ? null : <Radio value="excess" label={words.refunds.excess(inFiat(excess))} />}
          {payment === null ? null : <Radio value="payment" label={words.refunds.payment(inFiat(payment))} />}
          {all === null ? null : <Radio value="all" label={words.refunds.all(inFiat(all))} />}
          <Radio value="other" label={words.refunds.other} />
        </Stack>
      </Radio.Group>
      {what === 'other' ? (
        <TextInput
          label={words.refunds.value({ currency })}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          maw="16rem"
          value={typed}
          error={error}
          onChange={(event) => set({ typed: event.currentTarget.value })}
        />
      ) : null}
    </Stack>
  );
}
