// A secret that is shown only once: in large type, with a copy button and advice.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { words } from '../words/words.ts';
import { CopyButton } from './copy-button.tsx';

export interface SecretOnceProps {
  /** null: closed. */
  readonly secret: string | null;
  /** 'Your new token' */
  readonly title: string;
  /** The place for the secret: 'Give it to your shop as QUITTANCE_TOKEN.' */
  readonly advice: string;
  readonly close: () => void;
}

/** Closes only with its button, so that a stray click does not lose the secret. */
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
