// What can be done with an endpoint beside sending it a test: change, replay, rotate, switch off, remove.
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { App, Webhook, WebhookWithSecret } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useKeys } from '../../outside/keys.ts';
import { useAct } from '../../outside/use-act.ts';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

export interface WebhookMenuProps {
  readonly app: App;
  readonly webhook: Webhook;
  /** As the screen calls it. */
  readonly name: string;
}

export function WebhookMenu({ app, webhook, name }: WebhookMenuProps) {
  const [isChanging, changing] = useDisclosure(false);
  const [isReplaying, replaying] = useDisclosure(false);
  const { askRotate, askOff, askRemove, ...acts } = useWebhookActs({ app, webhook, name });
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
      <Confirm question={acts.question} isRunning={acts.isRunning} close={acts.close} />
      <SecretOnce
        secret={acts.secret}
        title="The new secret"
        advice="Give it to your shop within 24 hours: until then the old one signs too."
        close={acts.forgetSecret}
      />
    </>
  );
}

/** The acts that are asked about first, with the question that is open and the secret that one of them answered. */
function useWebhookActs({ app, webhook, name }: WebhookMenuProps) {
  const navigate = useNavigate();
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
  return {
    ...{ askRotate, askOff, askRemove, question, close, secret },
    isRunning: rotate.isRunning || off.isRunning || remove.isRunning,
    forgetSecret: () => setSecret(null),
  };
}
