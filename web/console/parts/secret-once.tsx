// A secret that is shown this once: large enough to read, a button that copies it, and what to do with it.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { words } from '../words/words.ts';
import { CopyButton } from './copy-button.tsx';

export interface SecretOnceProps {
  /** null: closed. */
  readonly secret: string | null;
  /** 'Your new token' */
  readonly title: string;
  /** Where it belongs: 'Give it to your shop as QUITTANCE_TOKEN.' */
  readonly advice: string;
  readonly close: () => void;
}

/** Closes with its button only, so that nobody loses the secret with a stray click. */
export function SecretOnce({ secret, title, advice, close }: SecretOnceProps) {
  return (
    <Modal
      opened={secret !== null}
      onClose={close}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="amber" variant="light">
          {words.common.shownOnce} {advice}
        </Alert>
        <Text className="mono" component="output" dir="ltr">
          {secret}
        </Text>
        <Group justify="flex-end">
          <CopyButton text={secret ?? ''} what="secret" />
          <Button onClick={close}>{words.common.saved}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
