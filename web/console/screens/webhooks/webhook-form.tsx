// Adding an endpoint, or changing one: where it is, and what it is told.
import { Alert, Button, Checkbox, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { App, CreateWebhookBody, Webhook, WebhookWithSecret } from '../../../../sdk/src/generated/api.ts';
import { eventTypes } from '../../../../src/core/event.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { eventWords } from './event-words.ts';

export interface WebhookFormProps {
  readonly app: Pick<App, 'id'>;
  /** null: a new one. */
  readonly webhook: Webhook | null;
  readonly opened: boolean;
  readonly close: () => void;
  readonly saved: (webhook: Webhook | WebhookWithSecret) => void;
}

export function WebhookForm(props: WebhookFormProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.close}
      title={props.webhook === null ? 'Add a webhook' : 'Change the webhook'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ app, webhook, saved }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [isAll, setAll] = useState(webhook?.events == null);
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? ['invoice.paid']);
  const body = () => ({
    url: url.trim(),
    description: description.trim() === '' ? null : description.trim(),
    events: isAll ? null : (events as CreateWebhookBody['events']),
  });
  const save = useAct<void, Webhook | WebhookWithSecret>({
    act: () =>
      webhook === null
        ? api.post('/webhook', { app_id: app.id, ...body() })
        : api.put(`/webhook/${webhook.id}`, body()),
    refreshes: [
      ['webhooks', app.id],
      ['attention', app.id],
    ],
    showsProblem: true,
    done: (answer) => saved(answer),
  });
  const errors = fieldErrors(save.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={save.problem} shown={['url', 'description', 'events']} />
        <TextInput
          label="Address"
          placeholder="https://shop.example/payments"
          inputMode="url"
          required
          data-autofocus
          value={url}
          error={errors.url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label="Name, for you"
          value={description}
          error={errors.description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <EventsField {...{ isAll, setAll, events, setEvents }} error={errors.events} />
        <Alert color="amber" variant="light">
          Whoever answers there learns of every order it is told of, customers included. You are asked whether it is
          still you.
        </Alert>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isRunning} disabled={!isAll && events.length === 0}>
            {webhook === null ? 'Add the webhook' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EventsFieldProps {
  readonly isAll: boolean;
  readonly setAll: (isAll: boolean) => void;
  readonly events: readonly string[];
  readonly setEvents: (events: readonly string[]) => void;
  readonly error: string | undefined;
}

function EventsField({ isAll, setAll, events, setEvents, error }: EventsFieldProps) {
  return (
    <>
      <Radio.Group
        label="It is told of"
        value={isAll ? 'all' : 'some'}
        onChange={(value) => setAll(value === 'all')}
        error={error}
      >
        <Group mt={6}>
          <Radio value="all" label="everything" />
          <Radio value="some" label="what I choose" />
        </Group>
      </Radio.Group>
      {isAll ? null : (
        <Checkbox.Group value={[...events]} onChange={setEvents} aria-label="Events">
          <Stack gap={10}>
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={
                  <>
                    {eventWords[type]} <span className="mono soft">{type}</span>
                  </>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
