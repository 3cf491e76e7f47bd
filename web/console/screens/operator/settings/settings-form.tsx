// A form of several settings. It sends the changed ones.
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OperatorSettings, UpdateOperatorSettingsBody } from '../../../../../sdk/typescript/src/generated/api.ts';
import { fieldErrors, ProblemNote } from '../../../parts/problem-note.tsx';
import { words } from '../../../words/words.ts';
import { SettingInput } from './setting-input.tsx';
import { type SettingName, textOf, useChange } from './use-settings.ts';

export interface SettingField {
  readonly name: SettingName;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
}

export interface SettingsFormProps {
  readonly settings: OperatorSettings;
  readonly fields: readonly SettingField[];
  readonly done?: (() => void) | undefined;
  /** Next to the button: actions that try what was entered. */
  readonly aside?: (entered: Entered) => ReactNode;
  /** Above the fields. */
  readonly above?: (enter: (name: SettingName, text: string) => void) => ReactNode;
}

export type Entered = Readonly<Partial<Record<SettingName, string>>>;

export function SettingsForm({ settings, fields, done, aside, above }: SettingsFormProps) {
  const [entered, setEntered] = useState<Entered>({});
  const change = useChange(() => {
    setEntered({});
    done?.();
  });
  const errors = fieldErrors(change.problem);
  const enter = (name: SettingName, text: string) => setEntered((before) => ({ ...before, [name]: text }));
  const changed = fields.filter(({ name }) => {
    const text = entered[name];
    return text !== undefined && text !== textOf(settings[name]);
  });
  const body = Object.fromEntries(changed.map(({ name }) => [name, sentValue(settings, name, entered[name] ?? '')]));
  const isChangeable = fields.some(({ name }) => settings[name].changeable);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0) change.run(body as UpdateOperatorSettingsBody);
      }}
    >
      <Stack>
        <ProblemNote problem={change.problem} shown={fields.map(({ name }) => name)} />
        {isChangeable ? above?.(enter) : null}
        {fields.map(({ name, ...field }) => (
          <SettingInput
            key={name}
            {...field}
            setting={settings[name]}
            value={entered[name] ?? textOf(settings[name])}
            change={(text) => enter(name, text)}
            error={errors[name]}
            reset={() => change.run({ [name]: null })}
          />
        ))}
        <Group>
          {isChangeable ? (
            <Button type="submit" loading={change.isRunning} disabled={changed.length === 0}>
              {words.common.save}
            </Button>
          ) : null}
          {aside?.(entered)}
        </Group>
      </Stack>
    </form>
  );
}

/** Empty text returns to the default. */
function sentValue(settings: OperatorSettings, name: SettingName, text: string): string | number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return typeof settings[name].value === 'number' && /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}
