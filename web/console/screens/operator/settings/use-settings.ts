// Reads and changes the settings of the instance.
import { useQuery } from '@tanstack/react-query';
import type { OperatorSettings, UpdateOperatorSettingsBody } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { type Act, useAct } from '../../../browser/use-act.ts';
import { measure } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';

export type SettingName = keyof OperatorSettings;
export type SettingShown = OperatorSettings[SettingName];

const key = ['operator', 'settings'];

export function useSettings() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<OperatorSettings>('/operator/settings', {}, signal),
  });
}

/** Stores settings and confirms it. The forms show the problem. */
export function useChange(done: () => void = () => undefined): Act<UpdateOperatorSettingsBody> {
  return useAct({
    act: (body: UpdateOperatorSettingsBody) => api.put<OperatorSettings>('/operator/settings', body),
    refreshes: [['operator']],
    said: words.instanceSettings.saved({ seconds: measure(5, 'second') }),
    done,
    showsProblem: true,
  });
}

/** The value as text for a field; empty for a secret. */
export function textOf({ value }: SettingShown): string {
  return value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value);
}
