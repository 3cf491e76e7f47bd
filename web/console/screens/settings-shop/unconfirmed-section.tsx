// What a payment must show before goods go while it still waits to be mined. Only where a coin's own terms allow that.
import { Anchor, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { AppLink } from '../../parts/app-link.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { Consequence } from './consequence.tsx';
import type { SectionProps } from './section-props.ts';

export function UnconfirmedSection({
  form,
  errors,
  takesUnconfirmed,
}: SectionProps & { readonly takesUnconfirmed: boolean }) {
  const field = (path: string) => ({
    ...form.getInputProps(`unconfirmed_payments.${path}`),
    error: errors[`unconfirmed_payments.${path}`],
  });
  const { hourly_max: hourly } = form.values.unconfirmed_payments;
  return (
    <Section
      title="Before it is mined"
      about={
        takesUnconfirmed ? (
          'You let goods go for some coins while the payment still waits. What it must show for that:'
        ) : (
          <>
            Off: every order waits for its confirmations. Where payments are seen before they are mined, it is switched
            on for the coin, under{' '}
            <Anchor component={AppLink} to="/console/settings/coins" inherit>
              Coins
            </Anchor>
            ; these conditions then hold for all of them.
          </>
        )
      }
    >
      <Checkbox
        label="Spends only what is in a block already"
        {...form.getInputProps('unconfirmed_payments.confirmed_inputs', { type: 'checkbox' })}
      />
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label="Its fee has it mined within"
          maw="14rem"
          data={[
            { value: '', label: 'any fee will do' },
            ...['2', '3', '6', '12', '144'].map((one) => ({ value: one, label: `${one} blocks` })),
          ]}
          {...field('fee_within_blocks')}
        />
        <TextInput label="Seconds without a double spend" inputMode="numeric" maw="14rem" {...field('quiet_seconds')} />
      </Group>
      <Stack gap={6}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Most within an hour"
            inputMode="decimal"
            placeholder="no limit"
            maw="14rem"
            {...field('hourly_max.amount')}
          />
          <TextInput label="Currency" maxLength={3} maw="7rem" {...field('hourly_max.currency')} />
        </Group>
        <Consequence>
          {hourly.amount.trim() === ''
            ? 'Without a limit, one night of double spends costs you everything that went out in it.'
            : `The most that double spends can cost you within an hour is ${hourly.amount.trim()} ${hourly.currency}.`}
        </Consequence>
      </Stack>
    </Section>
  );
}
