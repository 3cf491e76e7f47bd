// The app's public name, logo, color and support contact, with a preview of the checkout.
import { ColorSwatch, Group, Stack, Text, TextInput } from '@mantine/core';
import type { App } from '../../../../../sdk/typescript/src/generated/api.ts';
import { brandColours } from '../../../../checkout/rules/brand-colour.ts';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
import type { SectionProps } from '../section-props.ts';
import type { CoinOfApp } from '../use-accepted-coins.ts';
import { CheckoutPreview } from './checkout-preview.tsx';
import { PictureField } from './picture-field.tsx';

const greenOfOurs = '#0b6b4d';

export function LookSection({
  form,
  errors,
  app,
  coins,
}: SectionProps & { readonly app: App; readonly coins: readonly CoinOfApp[] }) {
  const field = (path: string) => ({ ...form.getInputProps(path), error: errors[path] });
  const { values } = form;
  return (
    <Section title={words.headings.branding} about={words.settingsShop.brandingAbout}>
      <div className="look-columns">
        <Stack>
          <TextInput label={words.settingNames.shopName} {...field('name')} />
          <TextInput label={words.settingNames.website} inputMode="url" {...field('url')} />
          <TextInput
            label={words.settingNames.support}
            description={words.settingsShop.supportHint}
            {...field('support_contact')}
          />
          <TextInput label={words.settingNames.slug} description={words.settingsShop.slugHint} {...field('slug')} />
          <ColourField colour={values.branding.color} field={field('branding.color')} />
          <PictureField app={app} />
          {values.branding.logo === '' ? null : (
            <TextInput
              label={words.settingsShop.logoUrl}
              description={words.settingsShop.logoUrlHint}
              {...field('branding.logo')}
            />
          )}
        </Stack>
        <CheckoutPreview
          name={values.name}
          image={app.image}
          logo={values.branding.logo}
          colour={values.branding.color}
          support={values.support_contact}
          windowSeconds={values.quote_window}
          coin={coins[0]?.accepted ?? null}
        />
      </div>
    </Section>
  );
}

interface ColourFieldProps {
  readonly colour: string;
  readonly field: ReturnType<SectionProps['form']['getInputProps']>;
}

function ColourField({ colour, field }: ColourFieldProps) {
  const readable = brandColours(colour);
  const moved = readable === null ? [] : [readable.light.accent, readable.dark.accent];
  const isMoved = moved.some((one) => one !== colour.toLowerCase());
  return (
    <div>
      <TextInput
        label={words.settingNames.color}
        description={words.settingsShop.colorHint({ form: '#rrggbb' })}
        placeholder={greenOfOurs}
        rightSection={
          <input
            type="color"
            aria-label={words.settingsShop.chooseColor}
            className="colour-well"
            value={readable === null ? greenOfOurs : colour}
            onChange={(event) => field.onChange(event.currentTarget.value)}
          />
        }
        {...field}
      />
      {isMoved ? (
        <Group gap={6} mt={4}>
          {moved.map((one, index) => (
            <ColorSwatch key={index === 0 ? 'light' : 'dark'} color={one} size={14} withShadow={false} />
          ))}
          <Text size="xs" c="dimmed">
            {words.settingsShop.colorMoved({ light: moved[0] ?? '', dark: moved[1] ?? '' })}
          </Text>
        </Group>
      ) : null}
    </div>
  );
}
