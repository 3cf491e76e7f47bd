// SQL of the settings that the operator stored. Secrets are sealed by the vault, and every row carries a MAC.
import { type SettingName, settingNamed } from '../../../core/config/settings/settings.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { bytes, nullable, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import { guardOf, sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import { openOrNull, type Vault } from '../../../io/secrets/vault.ts';
import { sealedRows } from '../row-seals/sealed-rows.ts';

const plainSetting = rowType({
  id: uuid,
  name: text,
  value: nullable(text),
  secretSealed: nullable(bytes),
  updatedAt: time,
});
type StoredRow = RowOf<typeof plainSetting>;
const setting = sealed(plainSetting, 'operator_setting', sealedRows.operator_setting);

interface Writing {
  readonly vault: Pick<Vault, 'seal'>;
  readonly clock: { now(): Date };
  readonly newId: () => string;
}

/** The context that a secret setting is sealed for. */
export function settingContext(name: string): string {
  return `operator setting ${name}`;
}

/**
 * Returns the stored settings. A row that was changed outside the service is recorded and left out. A setting that this
 * version does not know is left out as well.
 */
export async function readStoredSettings(db: Queryable, vault: Vault): Promise<Map<SettingName, string>> {
  const rows = setting.all(db, await db.query(`select ${setting.columns} from operator_settings order by name`));
  const stored = new Map<SettingName, string>();
  for (const { id, name, value, secretSealed } of rows) {
    const known = settingNamed(name);
    if (known === null) continue;
    const held = secretSealed === null ? value : openOrNull(vault, secretSealed, settingContext(name));
    if (held !== null) stored.set(known.name, held);
    else guardOf(db).note({ kind: 'operator_setting', table: 'operator_settings', id, appId: null });
  }
  return stored;
}

/** Stores these settings; null returns to the default. Call raiseSettingsVersion first, in the same commit. */
export async function writeSettings(
  trx: Queryable,
  { vault, clock, newId }: Writing,
  changes: ReadonlyMap<SettingName, string | null>,
): Promise<void> {
  await trx.query('delete from operator_settings where name = any($1)', [[...changes.keys()]]);
  for (const [name, value] of changes) {
    if (value === null) continue;
    const isSecret = settingNamed(name)?.isSecret === true;
    const row: StoredRow = {
      id: newId(),
      name,
      value: isSecret ? null : value,
      secretSealed: isSecret ? vault.seal(value, settingContext(name)) : null,
      updatedAt: clock.now(),
    };
    await trx.query(
      `insert into operator_settings (${setting.written}) values (${setting.placeholders})`,
      setting.values(trx, row),
    );
  }
}
