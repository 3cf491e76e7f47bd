// The user's passkeys, with their last use. They can be added and removed.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Passkey } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { ApiProblem } from '../../../browser/api-problem.ts';
import { useKeys } from '../../../browser/keys.ts';
import { knowsPasskeys, makePasskey } from '../../../browser/passkeys.ts';
import { useAct } from '../../../browser/use-act.ts';
import { Confirm, type ConfirmProps } from '../../../parts/confirm.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { Time } from '../../../parts/time.tsx';
import { joined } from '../../../words/text-with-elements.ts';
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
    said: words.account.passkeyRemoved,
    refreshes: [['passkeys']],
    done: () => setQuestion(null),
  });
  const askToRemove = (passkey: Passkey) =>
    setQuestion({
      title: words.account.removeTitle({ name: passkey.name }),
      costs: words.account.removePasskeyCosts,
      yes: words.account.removePasskey,
      act: () => remove.run(passkey),
    });
  useKeys(knowsPasskeys() ? [{ keys: 'n', words: words.account.addPasskey, act: () => setAdding(true) }] : []);
  return (
    <Section
      title={words.headings.passkeys}
      about={words.account.passkeysAbout}
      aside={
        knowsPasskeys() ? (
          <Button onClick={() => setAdding(true)}>{words.account.addPasskey}</Button>
        ) : (
          <Text size="sm" c="dimmed">
            {words.account.cannotMake}
          </Text>
        )
      }
    >
      {passkeys.isPending ? <Awaited lines={2} /> : null}
      {passkeys.error === null ? null : <NotAnswered error={passkeys.error} again={() => void passkeys.refetch()} />}
      {passkeys.data?.length === 0 ? <Text>{words.account.noPasskeys}</Text> : null}
      <RowList label={words.headings.passkeys}>
        {(passkeys.data ?? []).map((passkey) => (
          <Row
            key={passkey.id}
            title={passkey.name}
            detail={
              <>
                {joined(words.addresses.added({ time: <Time at={passkey.created_at} /> }))} ·{' '}
                {passkey.last_used_at === null
                  ? words.tokens.neverUsed
                  : joined(words.account.lastUsed({ time: <Time at={passkey.last_used_at} /> }))}
              </>
            }
          >
            <Button
              variant="default"
              aria-label={words.account.removeName({ name: passkey.name })}
              onClick={() => askToRemove(passkey)}
            >
              {words.common.remove}
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
    said: words.account.passkeyAdded,
    refreshes: [['passkeys']],
    showsProblem: true,
    done: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.run();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={words.account.addPasskey}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <ProblemNote problem={add.problem} />
          <TextInput
            label={words.common.name}
            description={words.account.passkeyNameHint}
            required
            withAsterisk={false}
            maxLength={255}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.common.close}
            </Button>
            <Button type="submit" loading={add.isRunning}>
              {words.common.continue}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Throws ApiProblem if the user cancels or the device fails. */
async function made(options: unknown): Promise<object> {
  try {
    return await makePasskey(options);
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new ApiProblem({
      status: 0,
      code: 'no_passkey',
      detail: isKnown ? words.account.passkeyExists : words.account.passkeyFailed,
    });
  }
}

function deviceName(): string {
  const system = /Mac|iPhone|iPad|Android|Windows|Linux/.exec(navigator.userAgent)?.[0];
  return system ?? words.account.thisDevice;
}
