// The web pages that may show the checkout in a frame: the shop's own, others, or none.
import { Radio, Stack, Textarea } from '@mantine/core';
import { frameOrigin } from '../../../../../src/core/app-settings.ts';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
import { Consequence } from '../consequence.tsx';
import type { SectionProps } from '../section-props.ts';
import { linesIn } from '../settings-form.ts';

export function FramesSection({ form, errors }: SectionProps) {
  const { embed_origins: embed, url } = form.values;
  const refused = Object.entries(errors).find(([field]) => field.startsWith('embed_origins'));
  const own = frameOrigin(url.trim());
  return (
    <Section title={words.headings.embedding} about={words.settingsShop.embeddingAbout}>
      <Stack gap={6}>
        <Radio.Group label={words.settingsShop.embedding} {...form.getInputProps('embed_origins.of')}>
          <Stack gap={10} mt={6}>
            <Radio
              value="own"
              label={own === null ? words.settingsShop.myWebsite : words.settingsShop.myWebsiteAt({ origin: own })}
            />
            <Radio value="listed" label={words.settingsShop.listedSites} />
            <Radio value="none" label={words.settingsShop.noSite} />
          </Stack>
        </Radio.Group>
        {embed.of === 'listed' ? (
          <Textarea
            label={words.settingsShop.origins}
            description={words.settingsShop.originsHint}
            placeholder="https://shop.example"
            autosize
            minRows={2}
            inputMode="url"
            spellCheck={false}
            {...form.getInputProps('embed_origins.listed')}
            error={refused === undefined ? null : lineRefused(refused, embed.listed)}
          />
        ) : null}
        <Consequence>{consequenceOf(embed.of)}</Consequence>
      </Stack>
    </Section>
  );
}

/** Names the wrong line, if there are several. */
function lineRefused([field, message]: readonly [string, string], text: string): string {
  const line = linesIn(text)[Number(field.split('.')[1])];
  return line === undefined ? message : `${line}: ${message}`;
}

function consequenceOf(of: 'own' | 'listed' | 'none'): string {
  if (of === 'none') return words.settingsShop.noSiteMeans;
  if (of === 'own') return words.settingsShop.myWebsiteMeans;
  return words.settingsShop.listedMeans;
}
