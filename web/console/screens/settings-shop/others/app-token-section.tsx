// The decisions about money that software with the app's token may make.
import { Checkbox, Stack } from '@mantine/core';
import type { AppTokenAct } from '../../../../../src/core/app-settings.ts';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
import { Consequence } from '../consequence.tsx';
import type { SectionProps } from '../section-props.ts';

const acts = (): Readonly<Record<AppTokenAct, string>> => ({
  settle: words.settingsShop.maySettle,
  assign: words.settingsShop.mayAssign({ page: words.places.review }),
  refund: words.settingsShop.mayRefund,
});

/** The gains of a thief with a token that may do this. */
function risksOf(chosen: readonly AppTokenAct[]): string[] {
  if (chosen.length === 0) return [words.settingsShop.appTokenSafe];
  return [
    ...(chosen.some((act) => act !== 'refund') ? [words.settingsShop.appTokenRisk] : []),
    ...(chosen.includes('refund') ? [words.settingsShop.appTokenRefundRisk] : []),
  ];
}

export function AppTokenSection({ form, errors }: SectionProps) {
  const { app_token_may: chosen } = form.values;
  const refused = Object.entries(errors).find(([field]) => field.startsWith('app_token_may'));
  return (
    <Section title={words.settingsShop.appToken} about={words.settingsShop.appTokenAbout}>
      <Stack gap={10}>
        <Checkbox.Group
          label={words.settingsShop.alsoAllow}
          value={[...chosen]}
          onChange={(values) => form.setFieldValue('app_token_may', values as AppTokenAct[])}
          error={refused?.[1]}
        >
          <Stack gap={8} mt={6}>
            {Object.entries(acts()).map(([act, name]) => (
              <Checkbox key={act} value={act} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Consequence>{risksOf(chosen).join(' ')}</Consequence>
      </Stack>
    </Section>
  );
}
