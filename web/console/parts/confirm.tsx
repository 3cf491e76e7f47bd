// The confirmation before an irreversible action, with its consequences.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../words/words.ts';

export interface ConfirmProps {
  /** null: closed. */
  readonly question: {
    /** 'Cancel this invoice?' */
    readonly title: string;
    /** The consequences, in a sentence or two. */
    readonly costs: ReactNode;
    /** The button, a verb and its object: 'Cancel the invoice'. */
    readonly yes: string;
    /** The button that cancels, if words.common.keep does not fit. */
    readonly no?: string;
    readonly act: () => void;
  } | null;
  readonly isRunning?: boolean;
  readonly close: () => void;
}

/** Stays open until `close` is called, so that it can show progress or an error. */
export function Confirm({ question, isRunning = false, close }: ConfirmProps) {
  return (
    <Modal
      opened={question !== null}
      onClose={close}
      title={question?.title}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {question === null ? null : (
        <Stack>
          <Text component="div">{question.costs}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {question.no ?? words.common.keep}
            </Button>
            <Button color="red" loading={isRunning} onClick={question.act}>
              {question.yes}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
