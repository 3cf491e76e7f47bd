// The forms of the public URL, of mail and of backups.
import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { BackupTarget, OperatorSettings, TestMail } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { fieldErrors } from '../../../parts/problem-note.tsx';
import { publicPath } from '../../../public-path.ts';
import { joined } from '../../../words/text-with-elements.ts';
import { words } from '../../../words/words.ts';
import { type Entered, SettingsForm } from './settings-form.tsx';

export interface InstanceFormProps {
  readonly settings: OperatorSettings;
  readonly done?: () => void;
}

/** Proposes the address that the browser uses. */
export function PublicUrlForm({ settings, done }: InstanceFormProps) {
  const here = location.origin + publicPath;
  return (
    <SettingsForm
      settings={settings}
      done={done}
      fields={[{ name: 'public_url', label: words.instanceSettings.publicUrl, placeholder: 'https://pay.example' }]}
      above={(enter) =>
        settings.public_url.value === here ? null : (
          <div>
            <Button variant="default" onClick={() => enter('public_url', here)}>
              {joined(words.instanceSettings.takeUrl({ url: <bdi dir="ltr">{here}</bdi> }))}
            </Button>
          </div>
        )
      }
    />
  );
}

export function MailForm({ settings, done }: InstanceFormProps) {
  const example = 'smtps://user:password@mail.example:465';
  return (
    <SettingsForm
      settings={settings}
      done={done}
      fields={[
        {
          name: 'smtp_url',
          label: words.instanceSettings.mailServer,
          hint: joined(words.instanceSettings.mailServerHint({ example: <code dir="ltr">{example}</code> })),
        },
        { name: 'mail_from', label: words.instanceSettings.sender, placeholder: 'Shop <pay@shop.example>' },
      ]}
      aside={(entered) => (
        <TryOut<TestMail>
          name={words.instanceSettings.testMail}
          path="/operator/settings/test-mail"
          sent={filledIn(entered, ['smtp_url', 'mail_from'])}
          works={({ to }) => words.instanceSettings.testSent({ email: to })}
        />
      )}
    />
  );
}

export function BackupForm({ settings, done }: InstanceFormProps) {
  const example = 'https://KEY:SECRET@s3.example/bucket/folder';
  return (
    <SettingsForm
      settings={settings}
      done={done}
      fields={[
        {
          name: 'backup_to',
          label: words.instanceSettings.backupTo,
          hint: joined(words.instanceSettings.backupToHint({ example: <code dir="ltr">{example}</code> })),
        },
        { name: 'backup_every', label: words.operator.interval, placeholder: '24h' },
        {
          name: 'backup_recipient',
          label: words.instanceSettings.recipient,
          hint: words.instanceSettings.recipientHint({ tool: 'age', example: 'age1…' }),
        },
      ]}
      aside={(entered) => (
        <TryOut<BackupTarget>
          name={words.instanceSettings.testTarget}
          path="/operator/settings/test-backup"
          sent={filledIn(entered, ['backup_to'])}
          works={() => words.instanceSettings.targetWorks}
        />
      )}
    />
  );
}

interface TryOutProps<Answer> {
  readonly name: string;
  /** The operation that tries the entered values. */
  readonly path: string;
  readonly sent: Record<string, string>;
  /** Says that the attempt worked. */
  readonly works: (answer: Answer) => string;
}

/** A button that tries the entered values before they are stored, and the outcome. */
function TryOut<Answer extends { readonly error: string | null }>({ name, path, sent, works }: TryOutProps<Answer>) {
  const [outcome, setOutcome] = useState<Answer | null>(null);
  const attempt = useAct({ act: () => api.post<Answer>(path, sent), done: setOutcome, showsProblem: true });
  const refusal = Object.values(fieldErrors(attempt.problem))[0] ?? attempt.problem?.message ?? outcome?.error ?? null;
  return (
    <>
      <Button
        variant="default"
        loading={attempt.isRunning}
        onClick={() => {
          setOutcome(null);
          attempt.run();
        }}
      >
        {name}
      </Button>
      <Outcome refusal={refusal} works={outcome === null ? null : works(outcome)} />
    </>
  );
}

function Outcome({ refusal, works }: { readonly refusal: string | null; readonly works: string | null }) {
  if (refusal !== null)
    return (
      <Alert role="alert" color="red" variant="light">
        {refusal}
      </Alert>
    );
  return works === null ? null : <Text role="status">{works}</Text>;
}

/** The entered values of these settings, without empty ones. */
function filledIn(entered: Entered, names: readonly (keyof Entered)[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = entered[name]?.trim() ?? '';
      return text === '' ? [] : [[name, text] as const];
    }),
  );
}
