// Sending an endpoint what happened since a time, once more and in its order.
import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { ReplayWebhookAnswer, Webhook } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';

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
      title="Replay what it missed"
      closeButtonProps={{ 'aria-label': 'Close' }}
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
      const rest = next === null ? '' : ` There are more: replay again from ${new Date(next).toLocaleString('en')}.`;
      notifications.show({ message: `${count === 1 ? '1 event is' : `${count} events are`} sent again.${rest}` });
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
        <Text>
          It is sent again, oldest first, with the same webhook-id as before: a shop that keeps to that takes nothing
          twice.
        </Text>
        <ProblemNote problem={replay.problem} shown={['since']} />
        <NativeSelect
          label="Since"
          data={[
            ...(failing === null ? [] : [{ value: 'failing', label: 'it began to fail' }]),
            { value: '1', label: 'an hour ago' },
            { value: '24', label: 'a day ago' },
            { value: '168', label: 'a week ago' },
            { value: '720', label: '30 days ago, as far as events are kept' },
            { value: 'exact', label: 'a time of my choice' },
          ]}
          value={choice}
          error={choice === 'exact' ? undefined : fieldErrors(replay.problem).since}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
        {choice === 'exact' ? (
          <TextInput
            type="datetime-local"
            label="Time"
            required
            value={exact}
            error={fieldErrors(replay.problem).since}
            onChange={(event) => setExact(event.currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={replay.isRunning}>
            Send again
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
