// Further actions of an endpoint: change, replay, rotate, disable, delete.
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { App, Webhook, WebhookWithSecret } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { measure } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

export interface WebhookMenuProps {
  readonly app: App;
  readonly webhook: Webhook;
  /** The name on the screen. */
  readonly name: string;
}

export function WebhookMenu({ app, webhook, name }: WebhookMenuProps) {
  const [isChanging, changing] = useDisclosure(false);
  const [isReplaying, replaying] = useDisclosure(false);
  const { askRotate, askOff, askRemove, ...acts } = useWebhookActs({ app, webhook, name });
  useKeys([
    { keys: 'e', words: words.webhooks.change, act: changing.open },
    { keys: 'p', words: words.webhooks.replay, act: replaying.open },
    { keys: 'r', words: words.webhooks.rotate, act: askRotate },
  ]);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{words.webhooks.more}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={changing.open}>{words.webhooks.changeUrlOrEvents}</Menu.Item>
          <Menu.Item onClick={replaying.open} disabled={!webhook.enabled}>
            {words.webhooks.replay}
          </Menu.Item>
          <Menu.Item onClick={askRotate}>{words.webhooks.rotate}</Menu.Item>
          {webhook.enabled ? <Menu.Item onClick={askOff}>{words.webhooks.disable}</Menu.Item> : null}
          <Menu.Item c="var(--mantine-color-error)" onClick={askRemove}>
            {words.common.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <WebhookForm app={app} webhook={webhook} opened={isChanging} close={changing.close} saved={changing.close} />
      <ReplayDialog webhook={webhook} opened={isReplaying} close={replaying.close} />
      <Confirm question={acts.question} isRunning={acts.isRunning} close={acts.close} />
      <SecretOnce
        secret={acts.secret}
        title={words.webhooks.newSecret}
        advice={words.webhooks.newSecretAdvice({ hours: measure(24, 'hour') })}
        close={acts.forgetSecret}
      />
    </>
  );
}

/** The actions with a confirmation, the open confirmation, and the secret that an action returned. */
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
    said: words.webhooks.deleted,
    done: () => void navigate({ to: '/console/settings/webhooks' }),
  });
  const askRotate = () =>
    setQuestion({
      title: words.webhooks.rotateTitle,
      costs: words.webhooks.rotateCosts({ hours: measure(24, 'hour') }),
      yes: words.webhooks.rotate,
      act: () => rotate.run(),
    });
  const askOff = () =>
    setQuestion({
      title: words.webhooks.disableTitle({ name }),
      costs: words.webhooks.disableCosts,
      yes: words.webhooks.disable,
      act: () => off.run(),
    });
  const askRemove = () =>
    setQuestion({
      title: words.webhooks.deleteTitle({ name }),
      costs: words.webhooks.deleteCosts,
      yes: words.common.delete,
      act: () => remove.run(),
    });
  return {
    askRotate,
    askOff,
    askRemove,
    question,
    close,
    secret,
    isRunning: rotate.isRunning || off.isRunning || remove.isRunning,
    forgetSecret: () => setSecret(null),
  };
}
