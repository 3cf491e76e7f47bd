// An address was written past the service: nobody is asked to pay there, and the app quotes nothing until an owner has
// looked.
import { nameInBody } from '../../core/mail/name-in-mail.ts';
import type { Mail } from '../../io/mail/mailer.ts';
import { findApp, listOwners } from '../apps/store.ts';
import { auditChange, byService } from '../audit/audit-change.ts';
import type { Instance } from '../instance.ts';
import type { Finding } from './finding.ts';
import { recordFinding, stopQuotesOf } from './finding-store.ts';

/**
 * Once for each finding: a line in the log, an entry in the audit log, and, where quotes stop by it, a mail to each
 * owner.
 */
export async function stopQuotes(instance: Instance, finding: Finding): Promise<void> {
  const now = instance.clock.now();
  const { appId, subjectType, subjectId } = finding;
  await instance.db.atomically(async (trx) => {
    if (!(await recordFinding(trx, finding, now))) return;
    const isNew = await stopQuotesOf(trx, appId, now);
    await auditChange(trx, instance, byService, {
      of: { appId },
      action: `${subjectType}.tampered`,
      subjectId,
      before: null,
      after: { quotes_stopped_at: now.toISOString() },
    });
    const app = isNew ? await findApp(trx, appId) : null;
    if (app !== null)
      for (const { email } of await listOwners(trx, instance, appId))
        await instance.mails.post(trx, mailAbout(instance.publicUrl, email, nameInBody(app.name)));
    const facts = { event: 'address.tampered', app: appId, subject: subjectType, id: subjectId };
    instance.log.error(
      facts,
      'an address was changed past the service; the app quotes nothing until an owner has looked',
    );
  });
}

function mailAbout(publicUrl: string, to: string, appName: string): Mail {
  return {
    to,
    subject: 'Somebody changed where you are paid, past this service',
    text: [
      `An address at which the app ${appName} is paid is no longer the one that was entered. It was changed in the`,
      'database itself, without the key of this service. No customer is shown it, and until you have looked nobody is',
      'quoted anything for this app.',
      '',
      `See GET /app-addresses at ${publicUrl}: what was changed says "tampered". Compare each address with your wallet.`,
      'Confirm those that are right (PUT /app-address/{id} with confirmed_value), remove the others and add the right',
      'ones. Tell the operator: whoever did this can write to the database.',
    ].join('\n'),
  };
}
