// Secrets that are shown only once: in large type, with copy buttons and advice.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { words } from '../words/words.ts';
import { CopyButton } from './copy-button.tsx';
import { type PasteField, PasteFields } from './sheets/paste-fields.tsx';

export interface SecretOnceProps {
  /** null: closed. Several values: each is shown under its name. */
  readonly secret: string | readonly PasteField[] | null;
  /** 'Your new token' */
  readonly title: string;
  /** The place for the secret: 'Give it to your shop as QUITTANCE_TOKEN.' */
  readonly advice: string;
  readonly close: () => void;
}

/** Closes only with its button, so that a stray click does not lose the secret. */
export function SecretOnce({ secret, title, advice, close }: SecretOnceProps) {
  const isText = secret === null || typeof secret === 'string';
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
        {isText ? (
          <Text className="mono" component="output" dir="ltr">
            {secret}
          </Text>
        ) : (
          <PasteFields label={title} fields={secret} />
        )}
        <Group justify="flex-end">
          {isText ? <CopyButton text={secret ?? ''} what="secret" /> : null}
          <Button onClick={close}>{words.common.saved}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
