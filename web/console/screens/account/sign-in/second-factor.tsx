// Two-factor authentication: codes of an authenticator app, and recovery codes for a lost phone.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeys } from '../../../browser/keys.ts';
import { personQuery } from '../../../browser/queries.ts';
import { Section } from '../../../parts/sheets/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { measure } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpCodes } from './set-up-codes.tsx';

export function SecondFactor() {
  const { data: person } = useQuery(personQuery);
  const [open, setOpen] = useState<'set-up' | 'off' | 'codes' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isOn = person?.twoFactorEnabled === true;
  const close = () => setOpen(null);
  useKeys(isOn ? [] : [{ keys: 'f', words: words.account.setUpTwoFactor, act: () => setOpen('set-up') }]);
  return (
    <Section
      title={words.headings.authenticator}
      about={words.account.twoFactorAbout({ time: measure(30, 'second') })}
      aside={
        <StatusBadge
          status={isOn ? 'on' : 'off'}
          name={isOn ? words.statuses.enabled : words.statuses.disabled}
          tone={isOn ? 'good' : 'act'}
        />
      }
    >
      {isOn ? (
        <Group>
          <Button variant="default" onClick={() => setOpen('codes')}>
            {words.account.newCodes}
          </Button>
          <Button variant="default" onClick={() => setOpen('off')}>
            {words.common.disable}
          </Button>
        </Group>
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen('set-up')}>
            {words.account.setUp}
          </Button>
        </div>
      )}
      {open === 'set-up' ? <SetUpCodes close={close} /> : null}
      {open === 'off' ? (
        <PasswordDialog
          title={words.account.disableTitle}
          path="/two-factor/disable"
          yes={words.account.disableTwoFactor}
          said={words.account.twoFactorDisabled}
          close={close}
        >
          <Text>{words.account.disableCosts}</Text>
        </PasswordDialog>
      ) : null}
      {open === 'codes' ? (
        <PasswordDialog<{ backupCodes: string[] }>
          title={words.account.newCodesTitle}
          path="/two-factor/generate-backup-codes"
          yes={words.account.createCodes}
          close={close}
          done={({ backupCodes }) => {
            close();
            setCodes(backupCodes);
          }}
        >
          <Text>{words.account.newCodesCosts}</Text>
        </PasswordDialog>
      ) : null}
      <RecoveryCodes codes={codes} close={() => setCodes(null)} />
    </Section>
  );
}
