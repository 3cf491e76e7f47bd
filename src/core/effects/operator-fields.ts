// Settings of the instance. Every change affects all its users.
import { type SettingName, settings } from '../config/settings/settings.ts';
import { always, type Rule } from './rules.ts';

const changed = always('instance_changed');

export const operatorThings = {
  operator_settings: Object.fromEntries(settings.map(({ name }) => [name, changed])) as Readonly<
    Record<SettingName, Rule<unknown>>
  >,
  /** A mail or a backup target that is tried. The server that it names gets a request. */
  settings_test: { smtp_url: changed, mail_from: changed, backup_to: changed },
};
