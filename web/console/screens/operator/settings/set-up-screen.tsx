// The first steps of an operator: public URL, mail, backups and networks. Each step can be skipped.
import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OperatorSettings } from '../../../../../sdk/typescript/src/generated/api.ts';
import { ButtonLink } from '../../../parts/app-link.tsx';
import { words } from '../../../words/words.ts';
import { Step } from '../../first-run/step.tsx';
import '../../first-run/setup.css';
import { BackupForm, MailForm, PublicUrlForm } from './instance-forms.tsx';
import { ForOperator } from './settings-screen.tsx';

export function SetUpScreen() {
  return (
    <ForOperator
      title={words.instanceSettings.setUp}
      action={<ButtonLink to="/console/start">{words.instanceSettings.createShop}</ButtonLink>}
    >
      {(settings) => <Steps settings={settings} />}
    </ForOperator>
  );
}

const stepNames = ['public_url', 'mail', 'backups', 'networks'] as const;
type StepName = (typeof stepNames)[number];

function Steps({ settings }: { readonly settings: OperatorSettings }) {
  const isDone: Readonly<Record<StepName, boolean>> = {
    public_url: settings.public_url.source !== 'default',
    mail: settings.smtp_url.is_set,
    backups: settings.backup_to.is_set && settings.backup_every.is_set,
    networks: false,
  };
  const [skipped, setSkipped] = useState<readonly StepName[]>([]);
  const [opened, setOpened] = useState<readonly StepName[]>([]);
  const next = stepNames.find((name) => !isDone[name] && !skipped.includes(name)) ?? null;
  const close = (name: StepName) => {
    setSkipped((before) => [...before, name]);
    setOpened((before) => before.filter((one) => one !== name));
  };
  const step = (name: StepName) => ({
    number: stepNames.indexOf(name) + 1,
    isDone: isDone[name],
    isOpen: next === name || opened.includes(name),
    isNext: next === name,
    toggle: () => (opened.includes(name) || next === name ? close(name) : setOpened((before) => [...before, name])),
  });
  const part = (name: StepName, about: string, form: ReactNode) => (
    <Stack>
      <Text c="dimmed">{about}</Text>
      {form}
      {isDone[name] ? null : (
        <div>
          <Button variant="subtle" onClick={() => close(name)}>
            {words.instanceSettings.skip}
          </Button>
        </div>
      )}
    </Stack>
  );
  return (
    <>
      <Text>{words.instanceSettings.setUpAbout}</Text>
      <Step title={words.instanceSettings.publicUrl} {...step('public_url')}>
        {part('public_url', words.instanceSettings.publicUrlAbout, <PublicUrlForm settings={settings} />)}
      </Step>
      <Step title={words.operator.mail} {...step('mail')}>
        {part('mail', words.instanceSettings.mailAbout, <MailForm settings={settings} />)}
      </Step>
      <Step title={words.operator.backups} {...step('backups')}>
        {part('backups', words.instanceSettings.backupsAbout, <BackupForm settings={settings} />)}
      </Step>
      <Step title={words.operator.networks} {...step('networks')}>
        {part(
          'networks',
          words.instanceSettings.networksAbout,
          <div>
            <ButtonLink to={networksPage} variant="default">
              {words.instanceSettings.openNetworks}
            </ButtonLink>
          </div>,
        )}
      </Step>
    </>
  );
}

/** The page of the operator's networks. */
const networksPage = '/console/operator/networks' as string;
