// Passkeys: which there are, when each was used last; one more, or one less.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Passkey } from '../../../../../sdk/src/generated/api.ts';
import { api } from '../../../outside/api.ts';
import { ApiProblem } from '../../../outside/api-problem.ts';
import { useKeys } from '../../../outside/keys.ts';
import { knowsPasskeys, makePasskey } from '../../../outside/passkeys.ts';
import { useAct } from '../../../outside/use-act.ts';
import { Confirm, type ConfirmProps } from '../../../parts/confirm.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { Time } from '../../../parts/time.tsx';
import { words } from '../../../words/words.ts';

export function Passkeys() {
  const [isAdding, setAdding] = useState(false);
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => api.get<Passkey[]>('/passkeys', {}, signal),
  });
  const remove = useAct({
    act: ({ id }: Passkey) => api.delete(`/passkey/${id}`),
    said: 'The passkey no longer signs you in.',
    refreshes: [['passkeys']],
    done: () => setQuestion(null),
  });
  const askToRemove = (passkey: Passkey) =>
    setQuestion({
      title: `Remove ${passkey.name}?`,
      costs: 'It no longer signs you in here. Delete it on the device too, which still offers it otherwise.',
      yes: 'Remove the passkey',
      act: () => remove.run(passkey),
    });
  useKeys(knowsPasskeys() ? [{ keys: 'n', words: 'Add a passkey', act: () => setAdding(true) }] : []);
  return (
    <Section
      title={words.headings.passkeys}
      about="They sign you in with your finger, face or the lock of your device. No false page gets anything."
      aside={
        knowsPasskeys() ? (
          <Button onClick={() => setAdding(true)}>Add a passkey</Button>
        ) : (
          <Text size="sm" c="dimmed">
            This browser makes none.
          </Text>
        )
      }
    >
      {passkeys.isPending ? <Awaited lines={2} /> : null}
      {passkeys.error === null ? null : <NotAnswered error={passkeys.error} again={() => void passkeys.refetch()} />}
      {passkeys.data?.length === 0 ? <Text>None yet: your password signs you in.</Text> : null}
      <RowList label="Passkeys">
        {(passkeys.data ?? []).map((passkey) => (
          <Row
            key={passkey.id}
            title={passkey.name}
            detail={
              <>
                Added <Time at={passkey.created_at} />, {passkey.last_used_at === null ? 'not used yet' : 'last used '}
                {passkey.last_used_at === null ? null : <Time at={passkey.last_used_at} />}
              </>
            }
          >
            <Button variant="default" aria-label={`Remove ${passkey.name}`} onClick={() => askToRemove(passkey)}>
              Remove
            </Button>
          </Row>
        ))}
      </RowList>
      {isAdding ? <AddDialog close={() => setAdding(false)} /> : null}
      <Confirm question={question} isRunning={remove.isRunning} close={() => setQuestion(null)} />
    </Section>
  );
}

function AddDialog({ close }: { readonly close: () => void }) {
  const [name, setName] = useState(deviceName);
  const add = useAct({
    act: async () => {
      const options = await api.post('/passkey/options');
      return api.post('/passkey', { name: name.trim(), response: await made(options) });
    },
    said: 'The passkey signs you in from now on.',
    refreshes: [['passkeys']],
    showsProblem: true,
    done: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  return (
    <Modal opened onClose={close} title="Add a passkey" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack>
          <ProblemNote problem={add.problem} />
          <TextInput
            label="What do you call it?"
            description="So that you know it again in this list."
            required
            withAsterisk={false}
            maxLength={255}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Button type="submit" loading={add.isRunning}>
              Go on
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Throws ApiProblem where the person, or the device, made none. */
async function made(options: unknown): Promise<object> {
  try {
    return await makePasskey(options);
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new ApiProblem({
      status: 0,
      code: 'no_passkey',
      detail: isKnown
        ? 'This device has a passkey for you here already.'
        : 'No passkey was made. Try again, and follow what the browser asks.',
    });
  }
}

function deviceName(): string {
  const system = /Mac|iPhone|iPad|Android|Windows|Linux/.exec(navigator.userAgent)?.[0];
  return system === undefined ? 'This device' : `This ${system === 'Linux' ? 'computer' : system}`;
}
