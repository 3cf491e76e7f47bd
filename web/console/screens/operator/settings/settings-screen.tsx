// The settings of the instance, for its operator. They take effect without a restart.
import type { ReactNode } from 'react';
import type { OperatorSettings } from '../../../../../sdk/typescript/src/generated/api.ts';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
import { OperatorOnly } from '../operator-only.tsx';
import { BackupForm, MailForm, PublicUrlForm } from './instance-forms.tsx';
import { SettingsForm } from './settings-form.tsx';
import { type SettingName, useSettings } from './use-settings.ts';

export function SettingsScreen() {
  return (
    <ForOperator title={words.instanceSettings.title}>
      {(settings) => (
        <>
          <Section title={words.instanceSettings.publicUrl} about={words.instanceSettings.publicUrlAbout}>
            <PublicUrlForm settings={settings} />
          </Section>
          <Section title={words.operator.mail} about={words.instanceSettings.mailAbout}>
            <MailForm settings={settings} />
          </Section>
          <Section title={words.operator.backups} about={words.instanceSettings.backupsAbout}>
            <BackupForm settings={settings} />
          </Section>
          <Section title={words.instanceSettings.others}>
            <SettingsForm settings={settings} fields={others(settings)} />
          </Section>
        </>
      )}
    </ForOperator>
  );
}

const withForms: readonly SettingName[] = [
  'public_url',
  'smtp_url',
  'mail_from',
  'backup_to',
  'backup_every',
  'backup_recipient',
];

/** The remaining settings, by their names in the API. */
function others(settings: OperatorSettings) {
  const names = (Object.keys(settings) as SettingName[]).filter((name) => !withForms.includes(name));
  return names.map((name) => ({ name, label: <code dir="ltr">{name}</code> }));
}

export interface ForOperatorProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: (settings: OperatorSettings) => ReactNode;
}

export function ForOperator({ title, action, children }: ForOperatorProps) {
  return (
    <OperatorOnly title={title} action={action}>
      <WithSettings>{children}</WithSettings>
    </OperatorOnly>
  );
}

function WithSettings({ children }: Pick<ForOperatorProps, 'children'>) {
  const settings = useSettings();
  if (settings.error !== null) return <NotAnswered error={settings.error} again={() => void settings.refetch()} />;
  return settings.data === undefined ? <Awaited lines={6} /> : children(settings.data);
}
