// POST /operator/settings/test-mail: sends a mail to the caller with the given or the stored mail settings.

import { type SettingName, settingText } from '../../../../core/config/settings/settings.ts';
import { fieldsOf } from '../../../../core/effects/fields-of.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { nullable } from '../../../../io/http/schemas.ts';
import { trySending } from '../../../../io/mail/try-sending.ts';
import { Type } from '../../../../io/schema.ts';
import { environmentWith } from '../../../../io/stored-settings.ts';
import type { Instance } from '../../../instance.ts';
import { readStoredSettings } from '../../../known/settings/settings-store.ts';
import { personOf } from '../../../people/identity/person.ts';
import { findUser } from '../../../people/identity/store.ts';
import { operatorSession, requireOperator } from '../require-operator.ts';
import type { SettingsAround } from './settings-view.ts';

const Body = Type.Object(
  fieldsOf('settings_test', {
    smtp_url: Type.Optional(Type.String({ maxLength: 4000, description: 'By default the server in use.' })),
    mail_from: Type.Optional(Type.String({ maxLength: 400 })),
  }),
  { additionalProperties: false },
);

const TestedMail = Type.Object({
  sent: Type.Boolean({ description: 'Whether the mail server accepted the mail.' }),
  to: Type.String({ description: 'Your e-mail address.' }),
  error: nullable(Type.String({ description: 'Why it was not sent.' })),
});

export function sendTestMail(instance: Instance, around: SettingsAround): Operation {
  return operation({
    ...operatorSession,
    id: 'sendTestMail',
    method: 'POST',
    path: '/operator/settings/test-mail',
    summary: 'Send test mail',
    description: 'Sends a mail to your own address, to try mail settings before they are stored.',
    writes: 'settings_test',
    body: Body,
    answer: TestedMail,
    handle: async ({ body, caller, commit }) => {
      await requireOperator(instance, caller);
      const to = (await findUser(instance.db, personOf(caller)))?.email ?? '';
      const mailing = await mailSettings(instance, around, body);
      const text = `This mail shows that the mail server of ${instance.publicUrl} works.`;
      const mail = { to, subject: 'Test mail of your Quittance instance', text };
      const error = await trySending({ ...mailing, publicUrl: instance.publicUrl }, mail);
      return commit(async () => ({ sent: error === null, to, error }));
    },
  });
}

/** The settings in use, with those of the body instead. Variables of the environment do not hide what is tried. */
async function mailSettings(
  { db, vault }: Instance,
  { environment }: SettingsAround,
  { smtp_url, mail_from }: { smtp_url?: string; mail_from?: string },
) {
  const stored = await readStoredSettings(db, vault);
  const variables = { ...environment.variables };
  const tried: readonly (readonly [SettingName, string, string | undefined])[] = [
    ['smtp_url', 'SMTP_URL', smtp_url],
    ['mail_from', 'MAIL_FROM', mail_from],
  ];
  for (const [name, variable, sent] of tried) {
    const text = settingText(sent ?? null);
    if (text === null) continue;
    delete variables[variable];
    stored.set(name, text);
  }
  const { value, faults } = environmentWith(variables, stored);
  const errors = faults
    .filter(({ name }) => tried.some(([one, , sent]) => one === name && sent !== undefined))
    .map(({ name, says }) => ({ field: name, code: 'invalid', message: says }));
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
  return { smtpUrl: value.smtpUrl, mailFrom: value.mailFrom };
}
