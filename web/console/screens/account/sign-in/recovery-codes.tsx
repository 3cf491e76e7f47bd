// The recovery codes, shown only once. Each replaces one code of the authenticator.
import { Alert, Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { words } from '../../../words/words.ts';

export interface RecoveryCodesProps {
  /** null: closed. */
  readonly codes: readonly string[] | null;
  readonly close: () => void;
}

export function RecoveryCodes({ codes, close }: RecoveryCodesProps) {
  return (
    <Modal
      opened={codes !== null}
      onClose={close}
      title={words.account.recoveryCodes}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <CodeList codes={codes ?? []} close={close} />
    </Modal>
  );
}

export function CodeList({ codes, close }: { readonly codes: readonly string[]; readonly close: () => void }) {
  return (
    <Stack>
      <Alert color="amber" variant="light">
        {words.account.recoveryMore}
      </Alert>
      <SimpleGrid cols={2} spacing="xs" component="output">
        {codes.map((code) => (
          <Text key={code} className="mono" dir="ltr">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group justify="flex-end">
        <CopyButton text={codes.join('\n')} what="codes" />
        <Button onClick={close}>{words.account.savedThem}</Button>
      </Group>
    </Stack>
  );
}
