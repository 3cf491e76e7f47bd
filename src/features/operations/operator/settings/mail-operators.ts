// Mails every operator that settings of the instance were changed, in the commit of the change.
import type { SettingName } from '../../../../core/config/settings/settings.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Environment } from '../../../../io/environment.ts';
import type { Instance } from '../../../instance.ts';
import type { MailServer } from '../../../known/mails/mail-queue.ts';
import type { ChangedBy } from '../../../people/audit/audit-change.ts';
import { notifyOwner } from '../../../people/identity/notices/notify-owner.ts';
import { listOperators } from '../../../people/identity/people-store.ts';

export interface ChangeNotice {
  readonly changed: readonly SettingName[];
  readonly by: ChangedBy;
  /** The person who made the change; null on the command line. */
  readonly personId: string | null;
  /** The mail settings before and after the change. */
  readonly former: MailSettings;
  readonly next: MailSettings;
  readonly publicUrl: string;
}

type MailSettings = Pick<Environment, 'smtpUrl' | 'mailFrom'>;

/**
 * If the mail server changes, the mail is sent through the former and the new one: a thief could name a server that
 * delivers nothing. The person who made the change gets a link that ends all their access.
 */
export async function mailOperators(trx: Queryable, instance: Instance, notice: ChangeNotice): Promise<void> {
  const { changed, personId, by } = notice;
  const servers = serversOf(notice);
  const mails: Instance['mails'] = {
    ...instance.mails,
    async post(queue, mail, lane) {
      if (mail === null || servers.length === 0) return instance.mails.post(queue, mail, lane);
      for (const via of servers) await instance.mails.post(queue, { ...mail, via }, lane);
    },
  };
  const operators = await listOperators(trx);
  const author = operators.find(({ id }) => id === personId);
  const subject = 'Settings of your Quittance instance were changed';
  const names = changed.join(', ');
  for (const { id, email } of operators) {
    if (id === personId) {
      const says = `You changed settings of the instance: ${names}.`;
      await notifyOwner(trx, { ...instance, mails }, { userId: id, subjectId: id, subject, says, origin: by.origin });
      continue;
    }
    const text = [
      `Settings of the instance at ${notice.publicUrl} were changed: ${names}.`,
      '',
      `When: ${instance.clock.now().toISOString()}`,
      `By: ${author?.email ?? 'the command line of the machine'}`,
      `From: ${by.origin.ip ?? 'the machine that runs the service'}`,
      '',
      'If you did not expect this, ask that person. The audit log has the values. On the machine of the service,',
      '`quittance settings` shows and changes the settings.',
    ].join('\n');
    await mails.post(trx, { to: email, subject, text });
  }
}

/** The servers that the mail has to use; none if the server in use stays. */
function serversOf({ changed, former, next }: ChangeNotice): MailServer[] {
  if (!changed.includes('smtp_url') && !changed.includes('mail_from')) return [];
  return [former, next].flatMap(({ smtpUrl, mailFrom }) => (smtpUrl === null ? [] : [{ smtpUrl, mailFrom }]));
}
