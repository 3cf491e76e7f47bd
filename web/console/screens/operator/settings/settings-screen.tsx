// The settings of the instance, for its operator. They take effect without a restart.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperatorSettings } from '../../../../../sdk/src/generated/api.ts';
import { personQuery } from '../../../browser/queries.ts';
import { ButtonLink } from '../../../parts/app-link.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Awaited, NotAnswered, Screen } from '../../../parts/screen.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
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

/** Other people see why the page is empty. */
export function ForOperator({ title, action, children }: ForOperatorProps) {
  const { data: person } = useQuery(personQuery);
  if (person === undefined || person === null) return <Screen title={title}>{<Awaited />}</Screen>;
  if (person.role !== 'operator')
    return (
      <Screen title={title}>
        <EmptyState
          title={words.operator.operatorOnly}
          action={<ButtonLink to="/console">{words.operator.goHome}</ButtonLink>}
        >
          {words.operator.operatorOnlyMore}
        </EmptyState>
      </Screen>
    );
  return (
    <Screen title={title} action={action}>
      <WithSettings>{children}</WithSettings>
    </Screen>
  );
}

function WithSettings({ children }: Pick<ForOperatorProps, 'children'>) {
  const settings = useSettings();
  if (settings.error !== null) return <NotAnswered error={settings.error} again={() => void settings.refetch()} />;
  return settings.data === undefined ? <Awaited lines={6} /> : children(settings.data);
}
