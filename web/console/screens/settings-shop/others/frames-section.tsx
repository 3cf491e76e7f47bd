// Which web pages may show the checkout in a frame: that of the shop itself, others, or none.
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
    <Section
      title={words.headings.embedding}
      about="A page can hold the checkout in a frame, so that customers pay without leaving it."
    >
      <Stack gap={6}>
        <Radio.Group label="It may be shown in a frame" {...form.getInputProps('embed_origins.of')}>
          <Stack gap={10} mt={6}>
            <Radio value="own" label={own === null ? 'by my website' : `by my website (${own})`} />
            <Radio value="listed" label="by the pages that I list" />
            <Radio value="none" label="by no page" />
          </Stack>
        </Radio.Group>
        {embed.of === 'listed' ? (
          <Textarea
            label="Origins"
            description="One a line, with https:// and without a path."
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

/** Says which line it is, where one of several is at fault. */
function lineRefused([field, message]: readonly [string, string], text: string): string {
  const line = linesIn(text)[Number(field.split('.')[1])];
  return line === undefined ? message : `${line}: ${message}`;
}

function consequenceOf(of: 'own' | 'listed' | 'none'): string {
  if (of === 'none') return 'Customers are always led to the checkout’s own page. Your shop’s frame stays empty.';
  if (of === 'own') return 'If your website moves, its frame goes on working as soon as the website is changed above.';
  return (
    'Whoever controls one of these pages can lay something over the amount or the address: list only pages that ' +
    'are yours. On every other page the frame stays empty.'
  );
}
