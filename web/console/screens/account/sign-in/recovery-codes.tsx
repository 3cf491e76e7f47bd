// The recovery codes, shown this once: each signs in one time without the phone.
import { Alert, Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../../parts/copy-button.tsx';

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
      title="Your recovery codes"
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
        They are shown only now. Keep them where you find them without your phone: each signs you in once.
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
        <Button onClick={close}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
