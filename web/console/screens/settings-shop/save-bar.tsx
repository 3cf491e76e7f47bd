// The unsaved changes, at the bottom of the screen, with buttons that save and discard them.
import { Button, Group, Text } from '@mantine/core';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

export interface SaveBarProps {
  /** The names of changed settings: 'Shop name', 'Late payments'. */
  readonly changed: readonly string[];
  readonly note: string;
  readonly refusals: readonly string[];
  readonly isRunning: boolean;
  readonly save: () => void;
  readonly discard: () => void;
}

export function SaveBar({ changed, note, refusals, isRunning, save, discard }: SaveBarProps) {
  return (
    <section className="save-bar" aria-label={words.settingsShop.unsaved}>
      <div className="save-bar-words">
        <Text fw={600} size="sm">
          {words.settingsShop.unsavedNames({ names: list(changed, 'unit') })}
        </Text>
        {refusals.length === 0 ? (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        ) : (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {words.settingsShop.refused({ count: refusals.length })}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={discard} disabled={isRunning}>
          {words.settingsShop.discard}
        </Button>
        <Button onClick={save} loading={isRunning}>
          {words.common.save}
        </Button>
      </Group>
    </section>
  );
}
