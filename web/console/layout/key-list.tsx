// The list of active keyboard shortcuts, opened by `?`.
import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useCell } from '../browser/cell.ts';
import { keysInUse } from '../browser/keys.ts';
import { words } from '../words/words.ts';

export function KeyList({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const keys = useCell(keysInUse);
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.layout.keys}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack gap="xs">
        {keys.map((one) => (
          <Group key={one.keys + one.words} justify="space-between">
            <Text>{one.words}</Text>
            <span>
              {one.keys.split(' ').map((key) => (
                <Kbd key={key} ms={4}>
                  {key.replace('mod+', isMac ? '⌘ ' : 'Ctrl ')}
                </Kbd>
              ))}
            </span>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
