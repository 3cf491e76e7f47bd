// Creates an endpoint or changes one: its URL and its events.
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type {
  App,
  CreateWebhookBody,
  Webhook,
  WebhookWithSecret,
} from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { words } from '../../words/words.ts';
import { EventsField } from './form/events-field.tsx';
import { type Signature, SignatureField } from './form/signature-field.tsx';

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
      title={props.webhook === null ? words.webhooks.add : words.webhooks.change}
      size="lg"
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ app, webhook, saved }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [signature, setSignature] = useState<Signature>('v1');
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
        ? api.post('/webhook', { app_id: app.id, signature, ...body() })
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
        <ProblemNote problem={save.problem} shown={['url', 'description', 'events', 'signature']} />
        <TextInput
          label={words.webhooks.url}
          placeholder="https://shop.example/payments"
          inputMode="url"
          required
          data-autofocus
          value={url}
          error={errors.url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={words.webhooks.nameForYou}
          value={description}
          error={errors.description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <EventsField label={words.webhooks.events} {...{ isAll, setAll, events, setEvents }} error={errors.events} />
        {webhook === null ? (
          <SignatureField signature={signature} choose={setSignature} error={errors.signature} />
        ) : null}
        <Alert color="amber" variant="light">
          {words.webhooks.formWarning}
        </Alert>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isRunning} disabled={!isAll && events.length === 0}>
            {webhook === null ? words.webhooks.add : words.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
