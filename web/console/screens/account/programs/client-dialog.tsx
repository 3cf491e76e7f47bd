// Registers an application or changes one: its name and redirect URLs.
import { Button, Group, Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CreateOauth2ClientAnswer, Oauth2Client } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../../parts/problem-note.tsx';
import { words } from '../../../words/words.ts';

const typesNow = () => ({
  web: { label: words.account.web, about: words.account.webAbout },
  browser: { label: words.account.inBrowser, about: words.account.inBrowserAbout },
  native: { label: words.account.native, about: words.account.nativeAbout },
});
type ProgramType = keyof ReturnType<typeof typesNow>;

export interface ClientDialogProps {
  /** null: a new one. */
  readonly client: Oauth2Client | null;
  readonly close: () => void;
  readonly made: (answer: CreateOauth2ClientAnswer) => void;
}

export function ClientDialog({ client, close, made }: ClientDialogProps) {
  const [name, setName] = useState(client?.name ?? '');
  const [uris, setUris] = useState(client?.redirect_uris.join('\n') ?? '');
  const [type, setType] = useState<ProgramType>('web');
  const save = useAct({
    act: () => {
      const body = { name: name.trim(), redirect_uris: linesOf(uris) };
      if (client !== null) return api.put<CreateOauth2ClientAnswer>(`/oauth2-client/${client.id}`, body);
      return api.post<CreateOauth2ClientAnswer>('/oauth2-client', {
        ...body,
        application_type: type === 'native' ? 'native' : 'web',
        token_endpoint_auth_method: type === 'web' ? 'client_secret_basic' : 'none',
      });
    },
    said: client === null ? words.account.registered : words.account.clientChanged,
    refreshes: [['oauth2-clients']],
    showsProblem: true,
    done: (answer) => {
      close();
      if (client === null) made(answer);
    },
  });
  const errors = fieldErrors(save.problem);
  const wrong = redirectErrors(errors);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={client === null ? words.account.register : words.account.editName({ name: client.name })}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <ProblemNote problem={save.problem} shown={['name', ...wrong.map(([field]) => field)]} />
          <TextInput
            label={words.common.name}
            description={words.account.clientNameHint}
            required
            withAsterisk={false}
            maxLength={255}
            data-autofocus
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Addresses text={uris} write={setUris} errors={errors} />
          {client === null ? <TypeChoice type={type} choose={setType} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.common.close}
            </Button>
            <Button type="submit" loading={save.isRunning}>
              {client === null ? words.account.registerShort : words.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface AddressesProps {
  readonly text: string;
  readonly write: (text: string) => void;
  readonly errors: Readonly<Record<string, string>>;
}

function Addresses({ text, write, errors }: AddressesProps) {
  const wrong = redirectErrors(errors).map(([field, says]) => `${lineOf(field, text)}: ${says}`);
  return (
    <Textarea
      label={words.account.redirectUrls}
      description={words.account.redirectHint}
      placeholder="https://shop.example/callback"
      required
      withAsterisk={false}
      autosize
      minRows={2}
      value={text}
      error={wrong.length === 0 ? undefined : wrong.join(' ')}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}

function redirectErrors(errors: Readonly<Record<string, string>>): [field: string, says: string][] {
  return Object.entries(errors).filter(([field]) => field.startsWith('redirect_uris'));
}

function TypeChoice({ type, choose }: { readonly type: ProgramType; readonly choose: (type: ProgramType) => void }) {
  const types = typesNow();
  return (
    <Radio.Group label={words.account.whereRuns} value={type} onChange={(value) => choose(value as ProgramType)}>
      <Stack gap="sm" mt="xs">
        {(Object.keys(types) as ProgramType[]).map((one) => (
          <Radio key={one} value={one} label={types[one].label} description={types[one].about} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** 'redirect_uris.1' is the second line. */
function lineOf(field: string, text: string): string {
  return linesOf(text)[Number(field.split('.')[1])] ?? words.account.anUrl;
}
