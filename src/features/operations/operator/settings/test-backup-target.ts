// POST /operator/settings/test-backup: checks whether backups can be written, without making one.

import { backupTargetFault } from '../../../../core/config/settings/backup-target.ts';
import { settingText } from '../../../../core/config/settings/settings.ts';
import { fieldsOf } from '../../../../core/effects/fields-of.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import { tryTarget } from '../../../../io/files/checks/try-target.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { nullable } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import { environmentWith } from '../../../../io/stored-settings.ts';
import type { Instance } from '../../../instance.ts';
import { readStoredSettings } from '../../../known/settings/settings-store.ts';
import { operatorSession, requireOperator } from '../require-operator.ts';
import type { SettingsAround } from './settings-view.ts';

const Body = Type.Object(
  fieldsOf('settings_test', {
    backup_to: Type.Optional(Type.String({ maxLength: 4000, description: 'By default the target in use.' })),
  }),
  { additionalProperties: false },
);

const TestedTarget = Type.Object({
  writable: Type.Boolean(),
  error: nullable(Type.String({ description: 'Why it cannot be written.' })),
});

export function testBackupTarget(instance: Instance, around: SettingsAround): Operation {
  return operation({
    ...operatorSession,
    id: 'testBackupTarget',
    method: 'POST',
    path: '/operator/settings/test-backup',
    summary: 'Test backup target',
    description: 'Writes a small file to the folder or the bucket of backups, and removes it.',
    writes: 'settings_test',
    body: Body,
    answer: TestedTarget,
    handle: async ({ body, caller, commit }) => {
      await requireOperator(instance, caller);
      const to = await targetOf(instance, around, settingText(body.backup_to ?? null));
      const error = to === null ? 'There is no backup target: set backup_to.' : await tryTarget(to, instance.newId());
      return commit(async () => ({ writable: error === null, error }));
    },
  });
}

async function targetOf(
  { db, vault }: Instance,
  { environment }: SettingsAround,
  sent: string | null,
): Promise<string | null> {
  const stored = await readStoredSettings(db, vault);
  if (sent === null) return environmentWith(environment.variables, stored).value.backupTo;
  const unfit = backupTargetFault(sent);
  if (unfit !== null) throw fieldProblem('backup_to', 'invalid', unfit);
  const { value, faults } = environmentWith({}, new Map([['backup_to', sent]]));
  const fault = faults[0];
  if (fault !== undefined) throw fieldProblem('backup_to', 'invalid', fault.says);
  return value.backupTo;
}
