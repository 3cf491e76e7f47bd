// The step-up authentication: by a code, a passkey, or the password if neither is set up.
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../browser/api.ts';
import { ApiProblem } from '../browser/api-problem.ts';
import { useCell } from '../browser/cell.ts';
import { askForPasskey, knowsPasskeys } from '../browser/passkeys.ts';
import { personQuery } from '../browser/queries.ts';
import { stepUpQuestion } from '../browser/step-up.ts';
import { words } from '../words/words.ts';

export function StepUpDialog() {
  const question = useCell(stepUpQuestion);
  const close = () => question?.answer(false);
  return (
    <Modal
      opened={question !== null}
      onClose={close}
      title={words.stepUp.title}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {question === null ? null : <Proof proved={() => question.answer(true)} />}
    </Modal>
  );
}

function Proof({ proved }: { readonly proved: () => void }) {
  const { data: person } = useQuery(personQuery);
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const hasCodes = person?.twoFactorEnabled === true;
  const prove = async (proof: () => Promise<object>) => {
    setAsking(true);
    setRefusal(null);
    try {
      await api.auth('/step-up', await proof());
      proved();
    } catch (error) {
      setRefusal(refusalIn(error));
      setAsking(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void prove(async () => (hasCodes ? { code: text.replaceAll(' ', '') } : { password: text }));
  };
  const byPasskey = () =>
    void prove(async () => ({ response: await askForPasskey(await api.auth('/sign-in/passkey/options', {})) }));
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{words.stepUp.about}</Text>
        {refusal === null ? null : (
          <Alert role="alert" color="red" variant="light">
            {refusal}
          </Alert>
        )}
        {hasCodes ? (
          <TextInput
            label={words.stepUp.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        ) : (
          <PasswordInput
            label={words.stepUp.password}
            autoComplete="current-password"
            required
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          {knowsPasskeys() ? (
            <Button type="button" variant="default" disabled={isAsking} onClick={byPasskey}>
              {words.stepUp.passkey}
            </Button>
          ) : null}
          <Button type="submit" loading={isAsking}>
            {words.common.continue}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function refusalIn(error: unknown): string {
  if (!(error instanceof ApiProblem)) return words.stepUp.noPasskey;
  if (error.code === 'INVALID_PASSWORD') return words.stepUp.wrongPassword;
  if (error.code === 'INVALID_CODE') return words.stepUp.wrongCode;
  return error.message;
}
