// The dialog that adds a notification channel. Each service has its own fields.
import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type {
  CreateNotificationChannelAnswer,
  CreateNotificationChannelBody,
} from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../../parts/problem-note.tsx';
import { words } from '../../../words/words.ts';
import { channelNames, notificationKeys } from './notification-queries.ts';

export type MadeChannel = CreateNotificationChannelAnswer;
type Kind = CreateNotificationChannelBody['kind'];
type Field = 'url' | 'bot_token' | 'chat' | 'access_token';

interface FieldWords {
  readonly field: Field;
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: true;
}

const fieldsOf = (kind: Kind): readonly FieldWords[] => {
  const text = words.notifications;
  if (kind === 'telegram')
    return [
      { field: 'bot_token', label: text.botToken, hint: text.botTokenHint({ bot: '@BotFather' }) },
      { field: 'chat', label: text.chat, hint: text.chatHint },
    ];
  if (kind === 'ntfy')
    return [
      { field: 'url', label: text.topicUrl, hint: text.topicHint },
      { field: 'access_token', label: text.accessToken, isOptional: true },
    ];
  const service = channelNames[kind];
  return [{ field: 'url', label: text.url, hint: service === null ? text.webhookHint : text.urlHint({ service }) }];
};

const examples: Readonly<Record<Field, Partial<Record<Kind, string>>>> = {
  url: {
    slack: 'https://hooks.slack.com/services/…',
    discord: 'https://discord.com/api/webhooks/…',
    ntfy: 'https://ntfy.sh/…',
    webhook: 'https://…',
  },
  bot_token: { telegram: '123456789:AA…' },
  chat: { telegram: '-1001234567890' },
  access_token: { ntfy: 'tk_…' },
};

type Values = Partial<Record<Field, string>>;

export interface AddChannelProps {
  readonly close: () => void;
  /** Called for a channel with a secret, which is shown only once. */
  readonly made: (channel: MadeChannel) => void;
}

export function AddChannel({ close, made }: AddChannelProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={words.notifications.add}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <ChannelForm close={close} made={made} />
    </Modal>
  );
}

function ChannelForm({ close, made }: AddChannelProps) {
  const [kind, setKind] = useState<Kind>('telegram');
  const [name, setName] = useState('');
  const [values, setValues] = useState<Values>({});
  const fields = fieldsOf(kind);
  const add = useAct<CreateNotificationChannelBody, MadeChannel>({
    act: (body) => api.post('/notification-channel', body),
    said: words.notifications.added,
    refreshes: notificationKeys,
    showsProblem: true,
    done: (channel) => {
      close();
      if (channel.secret !== null) made(channel);
    },
  });
  const errors = fieldErrors(add.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = fields.flatMap(({ field }) => {
      const value = values[field]?.trim() ?? '';
      return value === '' ? [] : [[field, value] as const];
    });
    add.run({ kind, name: name.trim(), ...Object.fromEntries(given) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={add.problem} shown={['name', ...fields.map(({ field }) => field)]} />
        <NativeSelect
          label={words.notifications.service}
          data={(Object.keys(channelNames) as Kind[]).map((value) => ({
            value,
            label: channelNames[value] ?? words.notifications.ownWebhook,
          }))}
          value={kind}
          data-autofocus
          onChange={(event) => setKind(event.currentTarget.value as Kind)}
        />
        <TextInput
          label={words.common.name}
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <AddressFields kind={kind} values={values} errors={errors} set={setValues} />
        <Group justify="flex-end">
          <Button type="submit" loading={add.isRunning}>
            {words.notifications.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AddressFieldsProps {
  readonly kind: Kind;
  readonly values: Values;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (values: Values) => void;
}

function AddressFields({ kind, values, errors, set }: AddressFieldsProps) {
  return fieldsOf(kind).map(({ field, label, hint, isOptional }) => (
    <TextInput
      key={field}
      label={label}
      description={hint}
      placeholder={examples[field][kind]}
      required={isOptional !== true}
      withAsterisk={false}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      inputMode={field === 'url' ? 'url' : 'text'}
      value={values[field] ?? ''}
      error={errors[field]}
      onChange={(event) => set({ ...values, [field]: event.currentTarget.value })}
    />
  ));
}
