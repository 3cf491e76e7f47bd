// One endpoint: how it does, what was sent to it, and what can be done about either.
import { Alert, Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { App, Webhook, WebhookDelivery, WebhookWithSecret } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { useKeys } from '../../outside/keys.ts';
import { useAct } from '../../outside/use-act.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { Section } from '../../parts/section.tsx';
import { Time } from '../../parts/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { deliveriesQuery, isRotating, webhooksQuery } from './webhook-queries.ts';
import { WebhookStanding, whyDisabled } from './webhook-standing.tsx';

const above = [{ to: '/console/settings/webhooks', words: 'Webhooks' }];

export function WebhookScreen() {
  const { app } = useApp();
  const { id } = useParams({ strict: false }) as { id: string };
  const webhooks = useQuery({ ...webhooksQuery(app?.id ?? ''), enabled: app !== null });
  const webhook = webhooks.data?.find((one) => one.id === id);
  if (app !== null && webhook !== undefined) return <WebhookOf key={id} app={app} webhook={webhook} />;
  return (
    <Screen title="Webhook" above={above}>
      {webhooks.error !== null ? (
        <NotAnswered error={webhooks.error} again={() => void webhooks.refetch()} />
      ) : webhooks.data === undefined ? (
        <Awaited />
      ) : (
        <EmptyState
          title="This webhook is not there"
          action={<ButtonLink to="/console/settings/webhooks">All webhooks</ButtonLink>}
        >
          It was removed, or belongs to another of your shops: choose the shop in the navigation.
        </EmptyState>
      )}
    </Screen>
  );
}

interface OfWebhook {
  readonly app: App;
  readonly webhook: Webhook;
}

function WebhookOf({ app, webhook }: OfWebhook) {
  const name = webhook.description ?? new URL(webhook.url).host;
  const test = useAct<void, WebhookDelivery>({
    act: () => api.post(`/webhook/${webhook.id}/test`),
    refreshes: [['webhook-deliveries', webhook.id]],
    said: 'The test is on its way: its answer stands in the list in a moment.',
  });
  useFreshStanding(app, webhook);
  const sendTest = () => {
    if (webhook.enabled && !test.isRunning) test.run();
  };
  useKeys([{ keys: 't', words: 'Send a test event', act: sendTest }]);
  return (
    <Screen
      title={name}
      above={above}
      action={
        <>
          <Button onClick={sendTest} loading={test.isRunning} disabled={!webhook.enabled}>
            Send a test event
          </Button>
          <WebhookMenu app={app} webhook={webhook} name={name} />
        </>
      }
    >
      <Standing app={app} webhook={webhook} />
      <Deliveries webhook={webhook} />
    </Screen>
  );
}

/** Whether it fails shows in its deliveries first, of which no event tells. */
function useFreshStanding(app: App, webhook: Webhook): void {
  const client = useQueryClient();
  const { data } = useQuery(deliveriesQuery(webhook.id));
  const outcomes = data?.items.map(({ status, attempts }) => `${status} ${attempts}`).join();
  useEffect(() => {
    if (outcomes !== undefined) void client.invalidateQueries({ queryKey: webhooksQuery(app.id).queryKey });
  }, [client, app.id, outcomes]);
}

function Standing({ app, webhook }: OfWebhook) {
  const on = useAct({
    act: () => api.put(`/webhook/${webhook.id}`, { enabled: true }),
    refreshes: [['webhooks', app.id]],
    said: 'It is on again. Replay what it missed.',
  });
  return (
    <Section title="Endpoint" aside={<WebhookStanding webhook={webhook} />}>
      <Text className="mono" dir="ltr">
        {webhook.url}
      </Text>
      {webhook.enabled ? null : (
        <Alert color="red" variant="light" title="Switched off">
          <Group justify="space-between">
            {whyDisabled(webhook.disabled_reason)}
            <Button variant="default" loading={on.isRunning} onClick={() => on.run()}>
              Switch it on
            </Button>
          </Group>
        </Alert>
      )}
      {webhook.enabled && webhook.failing_since !== null ? (
        <Alert color="amber" variant="light" title="It fails">
          It began to fail <Time at={webhook.failing_since} />, and has taken nothing since. Tries go on, further and
          further apart; after five days of failures it is switched off. Look below at what it answers.
        </Alert>
      ) : null}
      {isRotating(webhook, Date.now()) && webhook.previous_secret_until !== null ? (
        <Alert color="blue" variant="light" title="Two secrets sign">
          The secret before the new one signs too, and stops <Time at={webhook.previous_secret_until} />. Until then
          your shop may check with either.
        </Alert>
      ) : null}
      {webhook.public_key === null ? null : (
        <Text size="sm">
          Messages are signed with Ed25519; they are checked with{' '}
          <span className="mono" dir="ltr">
            {webhook.public_key}
          </span>
        </Text>
      )}
    </Section>
  );
}

function WebhookMenu({ app, webhook, name }: OfWebhook & { readonly name: string }) {
  const navigate = useNavigate();
  const [isChanging, changing] = useDisclosure(false);
  const [isReplaying, replaying] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const close = () => setQuestion(null);
  const refreshes = [['webhooks', app.id]];
  const rotate = useAct<void, WebhookWithSecret>({
    act: () => api.post(`/webhook/${webhook.id}/rotate-secret`),
    refreshes,
    done: (answer) => {
      close();
      setSecret(answer.secret);
    },
  });
  const off = useAct({ act: () => api.put(`/webhook/${webhook.id}`, { enabled: false }), refreshes, done: close });
  const remove = useAct({
    act: () => api.delete(`/webhook/${webhook.id}`),
    refreshes,
    said: 'The webhook is removed.',
    done: () => void navigate({ to: '/console/settings/webhooks' }),
  });
  const askRotate = () =>
    setQuestion({
      title: 'A new secret?',
      costs:
        'Both secrets sign for 24 hours. After that, a shop that only knows the old one takes no message any more.',
      yes: 'Make a new secret',
      act: () => rotate.run(),
    });
  const askOff = () =>
    setQuestion({
      title: `Switch off ${name}?`,
      costs: 'What still waits to be sent is given up, and your shop hears of no payment until you switch it on again.',
      yes: 'Switch it off',
      act: () => off.run(),
    });
  const askRemove = () =>
    setQuestion({
      title: `Remove ${name}?`,
      costs: 'Your shop hears of no payment there any more, and the list of what was sent is gone.',
      yes: 'Remove it',
      act: () => remove.run(),
    });
  useKeys([
    { keys: 'e', words: 'Change the webhook', act: changing.open },
    { keys: 'p', words: 'Replay what it missed', act: replaying.open },
    { keys: 'r', words: 'Rotate the secret', act: askRotate },
  ]);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={changing.open}>Change address or events</Menu.Item>
          <Menu.Item onClick={replaying.open} disabled={!webhook.enabled}>
            Replay what it missed
          </Menu.Item>
          <Menu.Item onClick={askRotate}>Rotate the secret</Menu.Item>
          {webhook.enabled ? <Menu.Item onClick={askOff}>Switch off</Menu.Item> : null}
          <Menu.Item c="var(--mantine-color-error)" onClick={askRemove}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <WebhookForm app={app} webhook={webhook} opened={isChanging} close={changing.close} saved={changing.close} />
      <ReplayDialog webhook={webhook} opened={isReplaying} close={replaying.close} />
      <Confirm question={question} isRunning={rotate.isRunning || off.isRunning || remove.isRunning} close={close} />
      <SecretOnce
        secret={secret}
        title="The new secret"
        advice="Give it to your shop within 24 hours: until then the old one signs too."
        close={() => setSecret(null)}
      />
    </>
  );
}
