// What a webhook is told of where whoever adds it does not say: plug-ins and programs often do not.
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
    <Section
      title={words.headings.newWebhooks}
      about="For those that a plug-in or a program adds without saying what it wants."
    >
      <Stack gap={10}>
        <EventsField
          label="A new webhook is told of"
          isAll={events.isAll}
          setAll={(isAll) => set('isAll', isAll)}
          events={events.chosen}
          setEvents={(chosen) => set('chosen', chosen)}
          error={refused?.[1]}
        />
        <Consequence>
          {events.isAll
            ? 'Its receiver learns of every order, customers included, and of kinds of events that are added later.'
            : 'What is not ticked is not sent, and is not made up for later. Webhooks that are there stay as they are.'}
        </Consequence>
      </Stack>
    </Section>
  );
}
