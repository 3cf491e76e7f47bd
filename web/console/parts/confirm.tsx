// Asks before something that cannot be taken back, and says what it costs.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../words/words.ts';

export interface ConfirmProps {
  /** null: closed. */
  readonly question: {
    /** 'Cancel this invoice?' */
    readonly title: string;
    /** What it costs and whom it touches, in a sentence or two. */
    readonly costs: ReactNode;
    /** The button, a verb and its object: 'Cancel the invoice'. */
    readonly yes: string;
    /** The way back, where words.common.keep does not say it. */
    readonly no?: string;
    readonly act: () => void;
  } | null;
  readonly isRunning?: boolean;
  readonly close: () => void;
}

/** Stays open until `close` is called: so an act can show that it runs, or why it did not work. */
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
