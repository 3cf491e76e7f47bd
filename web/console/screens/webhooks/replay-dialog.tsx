// Sends an endpoint all events since a time again, in their order.
import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { ReplayWebhookAnswer, Webhook } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { number } from '../../words/figures.ts';
import { language, words } from '../../words/words.ts';

export interface ReplayDialogProps {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly close: () => void;
}

export function ReplayDialog(props: ReplayDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.close}
      title={words.webhooks.replay}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <ReplayForm {...props} />
    </Modal>
  );
}

const hourMillis = 3_600_000;

function ReplayForm({ webhook, close }: ReplayDialogProps) {
  const failing = webhook.failing_since;
  const [choice, setChoice] = useState(failing === null ? '24' : 'failing');
  const [exact, setExact] = useState('');
  const since = () => {
    if (choice === 'failing' && failing !== null) return failing;
    if (choice !== 'exact') return new Date(Date.now() - Number(choice) * hourMillis).toISOString();
    const at = new Date(exact);
    return Number.isNaN(at.getTime()) ? exact : at.toISOString();
  };
  const replay = useAct<void, ReplayWebhookAnswer>({
    act: () => api.post(`/webhook/${webhook.id}/replay`, { since: since() }),
    refreshes: [['webhook-deliveries', webhook.id]],
    showsProblem: true,
    done: ({ count, next_since: next }) => {
      const sent = words.webhooks.replayed({ count });
      const more = (from: string) => words.webhooks.replayMore({ time: new Date(from).toLocaleString(language.code) });
      notifications.show({ message: next === null ? sent : `${sent} ${more(next)}` });
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {webhook.door_id === null ? <Text>{words.webhooks.replayAbout({ header: 'webhook-id' })}</Text> : null}
        <ProblemNote problem={replay.problem} shown={['since']} />
        <NativeSelect
          label={words.webhooks.since}
          data={[
            ...(failing === null ? [] : [{ value: 'failing', label: words.webhooks.sinceFailing }]),
            { value: '1', label: words.webhooks.sinceHour },
            { value: '24', label: words.webhooks.sinceDay },
            { value: '168', label: words.webhooks.sinceWeek },
            { value: '720', label: words.webhooks.sinceMonth({ days: number(30) }) },
            { value: 'exact', label: words.webhooks.sinceOther },
          ]}
          value={choice}
          error={choice === 'exact' ? undefined : fieldErrors(replay.problem).since}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
        {choice === 'exact' ? (
          <TextInput
            type="datetime-local"
            label={words.webhooks.time}
            required
            value={exact}
            error={fieldErrors(replay.problem).since}
            onChange={(event) => setExact(event.currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={replay.isRunning}>
            {words.webhooks.sendAgain}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
