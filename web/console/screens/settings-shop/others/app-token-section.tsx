// The decisions about money that a program with the token of the shop may make.
import { Checkbox, Stack } from '@mantine/core';
import type { AppTokenAct } from '../../../../../src/core/app-settings.ts';
import { Section } from '../../../parts/sheets/section.tsx';
import { Consequence } from '../consequence.tsx';
import type { SectionProps } from '../section-props.ts';

const acts: Readonly<Record<AppTokenAct, string>> = {
  settle: 'Settle invoices: call them paid without the money',
  assign: 'Assign payments that wait in “To sort out”',
};

export function AppTokenSection({ form, errors }: SectionProps) {
  const { app_token_may: chosen } = form.values;
  const refused = Object.entries(errors).find(([field]) => field.startsWith('app_token_may'));
  return (
    <Section
      title="Token of the shop"
      about="A program with this token makes and reads invoices. The rights below bind further tokens, too."
    >
      <Stack gap={10}>
        <Checkbox.Group
          label="It may also"
          value={[...chosen]}
          onChange={(values) => form.setFieldValue('app_token_may', values as AppTokenAct[])}
          error={refused?.[1]}
        >
          <Stack gap={8} mt={6}>
            {Object.entries(acts).map(([act, words]) => (
              <Checkbox key={act} value={act} label={words} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Consequence>
          {chosen.length === 0
            ? 'A stolen token costs you no money: only a person settles and assigns.'
            : 'With a stolen token, a thief gets your goods without a payment.'}
        </Consequence>
      </Stack>
    </Section>
  );
}
