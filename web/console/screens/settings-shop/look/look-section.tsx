// What customers see of the shop: name, picture, colour and where they can ask, with the checkout as it will look.
import { ColorSwatch, Group, Stack, Text, TextInput } from '@mantine/core';
import type { App } from '../../../../../sdk/src/generated/api.ts';
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
    <Section title={words.headings.branding} about="The phones show what you type, before it is saved.">
      <div className="look-columns">
        <Stack>
          <TextInput label="Name" {...field('name')} />
          <TextInput label="Website" inputMode="url" {...field('url')} />
          <TextInput
            label="Support"
            description="An e-mail or web address, or a telephone number. Without it, who is stuck has nobody to ask."
            {...field('support_contact')}
          />
          <TextInput
            label="Short name"
            description="For the addresses of payment links and the counter: letters, digits, - and _."
            {...field('slug')}
          />
          <ColourField colour={values.branding.color} field={field('branding.color')} />
          <PictureField app={app} />
          {values.branding.logo === '' ? null : (
            <TextInput
              label="Address of a logo"
              description="Shown instead of the picture. Only what this service itself serves is shown."
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
        label="Colour"
        description="Of buttons and links, as #rrggbb. Left empty, it is our green."
        placeholder={greenOfOurs}
        rightSection={
          <input
            type="color"
            aria-label="Choose the colour"
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
            Moved as far as it takes to be read: {moved[0]} on light, {moved[1]} on dark.
          </Text>
        </Group>
      ) : null}
    </div>
  );
}
