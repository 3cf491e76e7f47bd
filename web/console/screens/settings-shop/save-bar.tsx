// What is not saved yet, within reach of the thumb, with the two things to do about it.
import { Button, Group, Text } from '@mantine/core';

export interface SaveBarProps {
  /** What changed: 'name', 'late payments'. */
  readonly words: readonly string[];
  readonly note: string;
  readonly refusals: readonly string[];
  readonly isRunning: boolean;
  readonly save: () => void;
  readonly discard: () => void;
}

export function SaveBar({ words, note, refusals, isRunning, save, discard }: SaveBarProps) {
  return (
    <section className="save-bar" aria-label="Unsaved changes">
      <div className="save-bar-words">
        <Text fw={600} size="sm">
          Not saved yet: {words.join(', ')}
        </Text>
        {refusals.length === 0 ? (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        ) : (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {refusals.length === 1 ? 'One field was refused' : `${refusals.length} fields were refused`}: see why at the
            field itself.
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={discard} disabled={isRunning}>
          Discard
        </Button>
        <Button onClick={save} loading={isRunning}>
          Save
        </Button>
      </Group>
    </section>
  );
}
