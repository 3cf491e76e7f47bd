// The name of an address, for the merchant's team only.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { App, AppAddress } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { words } from '../../words/words.ts';

export interface RenameAddressProps {
  readonly app: App;
  readonly address: AppAddress;
  readonly opened: boolean;
  readonly close: () => void;
}

export function RenameAddress({ app, address, opened, close }: RenameAddressProps) {
  const [label, setLabel] = useState(address.label ?? '');
  const save = useAct({
    act: () => api.put(`/app-address/${address.id}`, { label: label.trim() === '' ? null : label.trim() }),
    refreshes: [['app-addresses', app.id]],
    said: words.addresses.nameSaved,
    showsProblem: true,
    done: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.addresses.nameTitle}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <ProblemNote problem={save.problem} shown={['label']} />
          <TextInput
            label={words.addresses.label}
            description={words.addresses.labelHint}
            placeholder={words.addresses.labelExampleLong}
            maxLength={255}
            data-autofocus
            value={label}
            error={fieldErrors(save.problem).label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isRunning}>
              {words.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
