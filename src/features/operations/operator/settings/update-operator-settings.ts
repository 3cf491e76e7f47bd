// PUT /operator/settings: stores settings of the instance. Every process uses them within 5 seconds.

import { type Setting, type SettingName, settings, settingText } from '../../../../core/config/settings/settings.ts';
import { fieldsOf } from '../../../../core/effects/fields-of.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { readStoredSettings } from '../../../known/settings/settings-store.ts';
import { personOf } from '../../../people/identity/person.ts';
import { operatorSession, requireOperator } from '../require-operator.ts';
import { changeSettings } from './change-settings.ts';
import { type SettingsAround, SettingsView, settingsView } from './settings-view.ts';

type Sent = string | number | string[] | null;

export interface SettingsParts extends SettingsAround {
  /** Returns why the service cannot be served under this URL, or null. */
  readonly refusesUrl: (publicUrl: string) => string | null;
}

const fields = Object.fromEntries(
  settings.map((setting) => [setting.name, Type.Optional(bodySchema(setting))]),
) as Record<SettingName, ReturnType<typeof optionalSchema>>;

const Body = Type.Object(fieldsOf('operator_settings', fields), { additionalProperties: false, minProperties: 1 });

export function updateOperatorSettings(instance: Instance, parts: SettingsParts): Operation {
  return operation({
    ...operatorSession,
    id: 'updateOperatorSettings',
    method: 'PUT',
    path: '/operator/settings',
    summary: 'Change settings',
    description: [
      'Stores the settings that are sent; null returns to the default. Every process uses them within 5 seconds,',
      'without a restart. A setting with `changeable: false` is rejected. All operators are notified by e-mail.',
    ].join(' '),
    writes: 'operator_settings',
    body: Body,
    answer: SettingsView,
    handle: async ({ body, caller, origin, commit }) => {
      await requireOperator(instance, caller);
      const sent = Object.entries(body) as [SettingName, Sent][];
      const values = new Map(sent.map(([name, value]) => [name, settingText(value)]));
      const change = { values, by: { caller, origin }, personId: personOf(caller), refusesUrl: parts.refusesUrl };
      return commit(async (trx) => {
        await changeSettings(trx, instance, parts, change);
        return settingsView(await readStoredSettings(trx, instance.vault), parts);
      });
    },
  });
}

function optionalSchema() {
  return Type.Optional(bodySchema(settings[0]));
}

function bodySchema({ kind, choices, isSecret, about }: Setting) {
  const types = { text: ['string'], choice: ['string'], number: ['integer'], list: ['array', 'string'] }[kind];
  return Type.Unsafe<Sent>({
    type: [...types, 'null'],
    description: about,
    ...(choices === undefined ? {} : { enum: [...choices, null] }),
    ...(kind === 'list' ? { items: { type: 'string', maxLength: 500 }, maxItems: 100 } : {}),
    ...(kind === 'text' || kind === 'list' ? { maxLength: 4000 } : {}),
    ...(isSecret ? { writeOnly: true } : {}),
  });
}
