// The conditions for accepting an unconfirmed payment. They apply only if the terms of a coin allow it.
import { Anchor, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { AppLink } from '../../parts/app-link.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
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
      title={words.headings.unconfirmed}
      about={
        takesUnconfirmed
          ? words.settingsShop.unconfirmedOn
          : joined(
              words.settingsShop.unconfirmedOff({
                page: (
                  <Anchor component={AppLink} to="/console/settings/coins" inherit>
                    {words.places.coins}
                  </Anchor>
                ),
              }),
            )
      }
    >
      <Checkbox
        label={words.settingsShop.confirmedInputs}
        {...form.getInputProps('unconfirmed_payments.confirmed_inputs', { type: 'checkbox' })}
      />
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label={words.settingsShop.feeWithin}
          maw="14rem"
          data={[
            { value: '', label: words.settingsShop.anyFee },
            ...['2', '3', '6', '12', '144'].map((one) => ({
              value: one,
              label: words.settingsShop.blocks({ count: Number(one) }),
            })),
          ]}
          {...field('fee_within_blocks')}
        />
        <TextInput
          label={words.settingsShop.quietSeconds}
          inputMode="numeric"
          maw="14rem"
          {...field('quiet_seconds')}
        />
      </Group>
      <Stack gap={6}>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={words.settingsShop.hourlyMax}
            inputMode="decimal"
            placeholder={words.coins.noLimit}
            maw="14rem"
            {...field('hourly_max.amount')}
          />
          <TextInput label={words.common.currency} maxLength={3} maw="7rem" {...field('hourly_max.currency')} />
        </Group>
        <Consequence>
          {hourly.amount.trim() === ''
            ? words.settingsShop.noHourlyMax
            : words.settingsShop.hourlyMaxMeans({ amount: `${hourly.amount.trim()} ${hourly.currency}` })}
        </Consequence>
      </Stack>
    </Section>
  );
}
