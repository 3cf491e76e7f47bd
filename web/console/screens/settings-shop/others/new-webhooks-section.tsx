// The events of a webhook that is created without a choice of events, as plug-ins often do.
import { Stack } from '@mantine/core';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
import { EventsField } from '../../webhooks/form/events-field.tsx';
import { Consequence } from '../consequence.tsx';
import type { SectionProps } from '../section-props.ts';

export function NewWebhooksSection({ form, errors }: SectionProps) {
  const { events } = form.values.webhook_defaults;
  const refused = Object.entries(errors).find(([field]) => field.startsWith('webhook_defaults'));
  const set = (path: 'isAll' | 'chosen', value: boolean | readonly string[]) =>
    form.setFieldValue(`webhook_defaults.events.${path}`, value as never);
  return (
    <Section title={words.headings.newWebhooks} about={words.settingsShop.newWebhooksAbout}>
      <Stack gap={10}>
        <EventsField
          label={words.settingNames.newWebhooks}
          isAll={events.isAll}
          setAll={(isAll) => set('isAll', isAll)}
          events={events.chosen}
          setEvents={(chosen) => set('chosen', chosen)}
          error={refused?.[1]}
        />
        <Consequence>
          {events.isAll ? words.settingsShop.allEventsMeans : words.settingsShop.someEventsMeans}
        </Consequence>
      </Stack>
    </Section>
  );
}
