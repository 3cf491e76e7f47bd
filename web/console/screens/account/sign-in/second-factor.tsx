// The second factor: whether a sign-in with the password asks for a code, and the codes for a lost phone.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeys } from '../../../outside/keys.ts';
import { personQuery } from '../../../outside/queries.ts';
import { Section } from '../../../parts/sheets/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
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
  useKeys(isOn ? [] : [{ keys: 'f', words: 'Set up a second factor', act: () => setOpen('set-up') }]);
  return (
    <Section
      title={words.headings.authenticator}
      about="An app on your phone shows a new code every 30 seconds. A stolen password alone opens nothing."
      aside={<StatusBadge status={isOn ? 'on' : 'off'} name={isOn ? 'On' : 'Off'} tone={isOn ? 'good' : 'act'} />}
    >
      {isOn ? (
        <Group>
          <Button variant="default" onClick={() => setOpen('codes')}>
            New recovery codes
          </Button>
          <Button variant="default" onClick={() => setOpen('off')}>
            Switch off
          </Button>
        </Group>
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen('set-up')}>
            Set up
          </Button>
        </div>
      )}
      {open === 'set-up' ? <SetUpCodes close={close} /> : null}
      {open === 'off' ? (
        <PasswordDialog
          title="Switch the codes off?"
          path="/two-factor/disable"
          yes="Switch them off"
          said="Switched off: your password alone signs you in."
          close={close}
        >
          <Text>From then on your password alone signs you in, and whoever learns it has your shops.</Text>
        </PasswordDialog>
      ) : null}
      {open === 'codes' ? (
        <PasswordDialog<{ backupCodes: string[] }>
          title="New recovery codes?"
          path="/two-factor/generate-backup-codes"
          yes="Show new codes"
          close={close}
          done={({ backupCodes }) => {
            close();
            setCodes(backupCodes);
          }}
        >
          <Text>Those that you kept before stop working at once.</Text>
        </PasswordDialog>
      ) : null}
      <RecoveryCodes codes={codes} close={() => setCodes(null)} />
    </Section>
  );
}
