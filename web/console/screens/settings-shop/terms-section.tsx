// The payment terms: how long a quote is valid, the tolerance, and the rules for late payments.
import { Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { Section } from '../../parts/sheets/section.tsx';
import { measure } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { Consequence } from './consequence.tsx';
import { dollars, lateConsequence, toleranceConsequence, windowConsequence } from './consequences.ts';
import type { SectionProps } from './section-props.ts';
import { termsOf, wholeIn } from './settings-form.ts';

const windows = [300, 600, 900, 1800, 3600];

export function TermsSection({ form, errors }: SectionProps) {
  const { values } = form;
  const field = (path: string) => ({ ...form.getInputProps(path), error: errors[path] });
  const seconds = wholeIn(values.quote_window);
  const offered = seconds === null || windows.includes(seconds) ? windows : [...windows, seconds];
  const stable = { rate: dollars(99n), price: dollars(4_000n) };
  return (
    <Section title={words.headings.terms} about={words.settingsShop.termsAbout}>
      <Stack gap={6}>
        <NativeSelect
          label={words.settingNames.quoteTime}
          maw="16rem"
          data={offered.map((one) => ({ value: String(one), label: minutesText(one) }))}
          {...field('quote_window')}
        />
        <Consequence>{windowConsequence(seconds)}</Consequence>
      </Stack>
      <ToleranceFields form={form} errors={errors} />
      <RoomFields form={form} errors={errors} />
      <Stack gap={6}>
        <Radio.Group label={words.settingNames.late} {...field('late_payments')}>
          <Stack gap="xs" mt={6}>
            {Object.entries(words.lateChoices).map(([value, name]) => (
              <Radio key={value} value={value} label={name} />
            ))}
          </Stack>
        </Radio.Group>
        <Consequence>{lateConsequence(values.late_payments)}</Consequence>
      </Stack>
      <Stack gap={6}>
        <NativeSelect
          label={words.settingNames.stable}
          maw="20rem"
          data={[
            { value: 'at_par', label: words.settingsShop.atPar({ amount: '1 USDT', price: dollars(100n) }) },
            { value: 'at_market', label: words.settingsShop.atMarket },
          ]}
          {...field('stablecoins')}
        />
        <Consequence>
          {values.stablecoins === 'at_par'
            ? words.settingsShop.atParMeans({ ...stable, amount: '40 USDT', worth: dollars(3_960n) })
            : words.settingsShop.atMarketMeans({ ...stable, amount: '40.404041 USDT' })}
        </Consequence>
      </Stack>
      <Stack gap={6}>
        <TextInput
          label={words.settingsShop.unpaidMax}
          inputMode="numeric"
          maw="30rem"
          {...field('unpaid_addresses_max')}
        />
        <Consequence>{words.settingsShop.unpaidMaxMeans}</Consequence>
      </Stack>
    </Section>
  );
}

function ToleranceFields({ form, errors }: SectionProps) {
  const field = (name: string) => ({
    ...form.getInputProps(`underpayment_tolerance.${name}`),
    error: errors[`underpayment_tolerance.${name}`],
  });
  return (
    <Stack gap={6}>
      <Group align="flex-start" gap="sm">
        <TextInput label={words.settingsShop.tolerancePercent} inputMode="decimal" maw="16rem" {...field('percent')} />
        <TextInput
          label={words.settingsShop.atMost}
          inputMode="decimal"
          placeholder={words.coins.noLimit}
          maw="14rem"
          {...field('fiat_max')}
        />
      </Group>
      <Consequence>{toleranceConsequence(termsOf(form.values).underpaymentTolerance)}</Consequence>
    </Stack>
  );
}

function RoomFields({ form, errors }: SectionProps) {
  const field = (name: string) => ({
    ...form.getInputProps(`amount_room.${name}`),
    error: errors[`amount_room.${name}`],
  });
  return (
    <Stack gap={6}>
      <Group align="flex-start" gap="sm">
        <TextInput label={words.settingsShop.roomPercent} inputMode="decimal" maw="16rem" {...field('percent')} />
        <TextInput
          label={words.settingsShop.atMost}
          inputMode="decimal"
          placeholder={words.coins.noLimit}
          maw="14rem"
          {...field('fiat_max')}
        />
      </Group>
      <Consequence>{words.settingsShop.roomMeans}</Consequence>
    </Stack>
  );
}

function minutesText(seconds: number): string {
  return seconds % 60 === 0 ? measure(seconds / 60, 'minute') : measure(seconds, 'second');
}
