// The terms of a payment: how long a price holds, what may be missing, and what happens to what comes late.
import { Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { Section } from '../../parts/sheets/section.tsx';
import { words } from '../../words/words.ts';
import { Consequence } from './consequence.tsx';
import { lateConsequences, toleranceConsequence, windowConsequence } from './consequences.ts';
import type { SectionProps } from './section-props.ts';
import { termsOf, wholeIn } from './settings-form.ts';

const windows = [300, 600, 900, 1800, 3600];

export function TermsSection({ form, errors }: SectionProps) {
  const { values } = form;
  const field = (path: string) => ({ ...form.getInputProps(path), error: errors[path] });
  const seconds = wholeIn(values.quote_window);
  const offered = seconds === null || windows.includes(seconds) ? windows : [...windows, seconds];
  const late = lateConsequences[values.late_payments];
  return (
    <Section title={words.headings.terms} about="They hold for payments that are begun from now on.">
      <Stack gap={6}>
        <NativeSelect
          label="A price holds for"
          maw="16rem"
          data={offered.map((one) => ({ value: String(one), label: minutesText(one) }))}
          {...field('quote_window')}
        />
        <Consequence>{windowConsequence(seconds)}</Consequence>
      </Stack>
      <ToleranceFields form={form} errors={errors} />
      <RoomFields form={form} errors={errors} />
      <Stack gap={6}>
        <Radio.Group label="When a payment comes late" {...field('late_payments')}>
          <Stack gap="xs" mt={6}>
            {Object.entries(lateConsequences).map(([value, { words }]) => (
              <Radio key={value} value={value} label={words} />
            ))}
          </Stack>
        </Radio.Group>
        <Consequence>{late.means}</Consequence>
      </Stack>
      <Stack gap={6}>
        <NativeSelect
          label="Stable coins count"
          maw="20rem"
          data={[
            { value: 'at_par', label: 'at par: 1 USDT is 1 USD' },
            { value: 'at_market', label: 'at the market’s price' },
          ]}
          {...field('stablecoins')}
        />
        <Consequence>
          {values.stablecoins === 'at_par'
            ? 'A $40.00 order asks for 40 USDT. If USDT falls to $0.99, you get coins worth $39.60.'
            : 'If USDT falls to $0.99, a $40.00 order asks for 40.404041 USDT, and customers see odd amounts.'}
        </Consequence>
      </Stack>
      <Stack gap={6}>
        <TextInput
          label="Addresses of a key that may wait for a first payment at once"
          inputMode="numeric"
          maw="30rem"
          {...field('unpaid_addresses_max')}
        />
        <Consequence>
          Further invoices share one address of your key, and their amounts tell them apart. So strangers cannot use up
          the addresses that your wallet looks at.
        </Consequence>
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
        <TextInput label="May be missing (%)" inputMode="decimal" maw="12rem" {...field('percent')} />
        <TextInput label="But at most" inputMode="decimal" placeholder="no limit" maw="14rem" {...field('fiat_max')} />
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
        <TextInput label="A quote may exceed the price by (%)" inputMode="decimal" maw="16rem" {...field('percent')} />
        <TextInput label="But at most" inputMode="decimal" placeholder="no limit" maw="14rem" {...field('fiat_max')} />
      </Group>
      <Consequence>
        Customers who pay to one fixed address are told apart by their amounts. With an extended key each has an address
        of its own, and pays the price.
      </Consequence>
    </Stack>
  );
}

function minutesText(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}
