// The field of one setting, or its value with the source that fixes it.
import { Anchor, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { joined } from '../../../words/text-with-elements.ts';
import { words } from '../../../words/words.ts';
import { type SettingShown, textOf } from './use-settings.ts';

export interface SettingInputProps {
  readonly label: ReactNode;
  readonly setting: SettingShown;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  /** Returns the setting to its default; absent if the form offers no such way. */
  readonly reset?: () => void;
}

export function SettingInput({ label, setting, value, change, hint, placeholder, error, reset }: SettingInputProps) {
  if (!setting.changeable)
    return (
      <div>
        <Text fw={500} size="sm">
          {label}
        </Text>
        <Text>
          <bdi dir="ltr">{setting.hint ?? textOf(setting)}</bdi>
        </Text>
        <Text c="dimmed" size="sm">
          {joined(words.instanceSettings.fixedBy({ source: <code>{setting.fixed_by}</code> }))}
        </Text>
      </div>
    );
  const isKept = setting.is_secret && setting.is_set;
  return (
    <div>
      <TextInput
        label={label}
        description={
          isKept ? joined(words.instanceSettings.isSet({ hint: <bdi dir="ltr">{setting.hint}</bdi> })) : hint
        }
        placeholder={placeholder ?? ''}
        type={setting.is_secret ? 'password' : 'text'}
        autoComplete="off"
        dir="ltr"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        error={error}
      />
      {reset === undefined || setting.source !== 'database' ? null : (
        <Anchor component="button" type="button" size="sm" onClick={reset}>
          {words.instanceSettings.toDefault}
        </Anchor>
      )}
    </div>
  );
}
