// The webhook step: an endpoint, a test event, and the shop's answer.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { App, Webhook, WebhookDelivery, WebhookWithSecret } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { words } from '../../words/words.ts';

export interface WebhookStepProps {
  readonly app: App;
  readonly webhooks: readonly Webhook[];
  readonly keepOpen: () => void;
}

export function WebhookStep({ app, webhooks, keepOpen }: WebhookStepProps) {
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const add = useAct({
    act: () => api.post<WebhookWithSecret>('/webhook', { app_id: app.id, url: url.trim() }),
    refreshes: [['webhooks', app.id]],
    done: (made) => {
      keepOpen();
      setSecret(made.secret);
      setUrl('');
    },
    showsProblem: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  return (
    <Stack>
      <Text>{words.firstRun.webhookAbout}</Text>
      {webhooks.map((webhook) => (
        <Tried key={webhook.id} webhook={webhook} keepOpen={keepOpen} />
      ))}
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={webhooks.length === 0 ? words.firstRun.endpointUrl : words.firstRun.anotherEndpoint}
            placeholder="https://shop.example/payments"
            inputMode="url"
            required
            withAsterisk={false}
            value={url}
            error={fieldErrors(add.problem).url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <ProblemNote problem={add.problem} shown={['url']} />
          <Group>
            <Button type="submit" loading={add.isRunning} variant={webhooks.length === 0 ? 'filled' : 'default'}>
              {words.firstRun.addWebhook}
            </Button>
          </Group>
        </Stack>
      </form>
      <SecretOnce
        secret={secret}
        title={words.firstRun.secretTitle}
        advice={words.firstRun.secretAdvice}
        close={() => setSecret(null)}
      />
    </Stack>
  );
}

/** An endpoint, a button that sends a test event, and the newest delivery. */
function Tried({ webhook, keepOpen }: { readonly webhook: Webhook; readonly keepOpen: () => void }) {
  const client = useQueryClient();
  const { data: deliveries = [] } = useQuery({
    queryKey: ['webhooks', webhook.app_id, webhook.id, 'deliveries'],
    queryFn: ({ signal }) => api.get<WebhookDelivery[]>(`/webhook/${webhook.id}/deliveries`, { limit: 1 }, signal),
    refetchInterval: ({ state }) => (state.data?.[0]?.status === 'delivered' ? 10_000 : 1000),
  });
  const test = useAct({
    act: () => {
      keepOpen();
      return api.post(`/webhook/${webhook.id}/test`);
    },
    done: () => void client.invalidateQueries({ queryKey: ['webhooks', webhook.app_id] }),
  });
  const [newest] = deliveries;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text className="mono">{webhook.url}</Text>
        <Button variant="default" size="xs" loading={test.isRunning} onClick={() => test.run()}>
          {words.firstRun.sendTest}
        </Button>
      </Group>
      {newest === undefined ? null : <Answered delivery={newest} />}
    </Stack>
  );
}

function Answered({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { status, response_status, response_body, error, event_type } = delivery;
  if (status === 'delivered') {
    return (
      <Group gap="xs" role="status">
        <StatusBadge status="delivered" />
        <Text>{words.firstRun.responded({ status: String(response_status), event: event_type })}</Text>
      </Group>
    );
  }
  if (response_status === null && error === null)
    return <Text c="dimmed">{words.firstRun.sending({ event: event_type })}</Text>;
  return (
    <Alert
      color="amber"
      role="status"
      title={
        response_status === null
          ? words.firstRun.unreachable
          : words.firstRun.respondedWith({ status: String(response_status) })
      }
    >
      <Stack gap="xs">
        {error === null ? null : <Text>{error}</Text>}
        {response_body === null || response_body === '' ? null : <pre className="setup-code">{response_body}</pre>}
        <Text>{words.firstRun.retryMore({ first: '200', last: '299' })}</Text>
      </Stack>
    </Alert>
  );
}
