// GET /operator/settings: returns each setting of the instance with the source that holds. Secrets are never returned.
import { type Operation, operation } from '../../../../io/http/operation.ts';
import type { Instance } from '../../../instance.ts';
import { readStoredSettings } from '../../../known/settings/settings-store.ts';
import { operatorOnly, requireOperator } from '../require-operator.ts';
import { type SettingsAround, SettingsView, settingsView } from './settings-view.ts';

export function getOperatorSettings(instance: Instance, around: SettingsAround): Operation {
  return operation({
    ...operatorOnly,
    id: 'getOperatorSettings',
    method: 'GET',
    path: '/operator/settings',
    summary: 'Get settings',
    description: [
      'The settings of the instance by name. The environment and quittance.json have precedence over stored settings.',
      'A secret has no `value`; `is_set` says whether there is one.',
    ].join(' '),
    answer: SettingsView,
    handle: async ({ caller }) => {
      await requireOperator(instance, caller);
      return settingsView(await readStoredSettings(instance.db, instance.vault), around);
    },
  });
}
