// Sets up an authenticator in three steps: the password, a scanned code, and recovery codes.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../browser/api.ts';
import { personQuery } from '../../../browser/queries.ts';
import { useAct } from '../../../browser/use-act.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { QrCode } from '../../../parts/sheets/qr-code.tsx';
import { words } from '../../../words/words.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { CodeList } from './recovery-codes.tsx';

interface Enabled {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

export function SetUpCodes({ close }: { readonly close: () => void }) {
  const client = useQueryClient();
  const [enabled, setEnabled] = useState<Enabled | null>(null);
  const [isKept, setKept] = useState(false);
  if (enabled === null)
    return (
      <PasswordDialog<Enabled>
        title={words.account.setUpTitle}
        path="/two-factor/enable"
        yes={words.common.continue}
        close={close}
        done={setEnabled}
      />
    );
  const finish = () => {
    void client.invalidateQueries({ queryKey: personQuery.queryKey });
    close();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={isKept ? words.account.recoveryCodes : words.account.scanTitle}
      closeOnClickOutside={false}
      closeOnEscape={!isKept}
      withCloseButton={!isKept}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {isKept ? (
        <CodeList codes={enabled.backupCodes} close={finish} />
      ) : (
        <Scan uri={enabled.totpURI} done={() => setKept(true)} />
      )}
    </Modal>
  );
}

function Scan({ uri, done }: { readonly uri: string; readonly done: () => void }) {
  const [code, setCode] = useState('');
  const secret = URL.parse(uri)?.searchParams.get('secret') ?? '';
  const confirm = useAct({
    act: () => api.authProved('/two-factor/verify-totp', { code: code.replaceAll(' ', '') }),
    said: words.account.twoFactorEnabled,
    showsProblem: true,
    done,
  });
  const isWrong = confirm.problem?.code === 'INVALID_CODE';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <div style={{ display: 'grid', justifyItems: 'center' }}>
          <QrCode text={uri} label={words.account.qrLabel} />
        </div>
        <Text size="sm">
          {words.account.noCamera}
          <Text component="span" display="block" className="mono" dir="ltr">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </Text>
        </Text>
        <div>
          <CopyButton text={secret} what="key" />
        </div>
        {isWrong ? null : <ProblemNote problem={confirm.problem} />}
        <TextInput
          label={words.account.appCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          data-autofocus
          value={code}
          error={isWrong ? words.account.wrongCode : undefined}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            confirm.forget();
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isRunning}>
            {words.common.enable}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
