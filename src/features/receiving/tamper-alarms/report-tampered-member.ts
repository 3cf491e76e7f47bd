// Reports a team member who was added or changed outside the service. The row grants nothing, and the owners of the app
// are notified.

import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import type { Instance } from '../../instance.ts';
import { notify } from '../../known/channels/notify.ts';
import { findSoundApp, listOwners } from '../../people/apps/store.ts';
import { auditChange, byService } from '../../people/audit/audit-change.ts';
import type { Finding } from './finding.ts';
import { recordFinding } from './finding-store.ts';

/** Once for each member: writes a log line and an audit log entry, and mails each owner. */
export async function reportTamperedMember(instance: Instance, finding: Finding): Promise<void> {
  const now = instance.clock.now();
  const { appId, subjectId } = finding;
  await instance.db.atomically(async (trx) => {
    if (!(await recordFinding(trx, finding, now))) return;
    const change = { action: 'member.tampered', subjectId, before: null, after: null };
    await auditChange(trx, instance, byService, { of: { appId }, ...change });
    const app = await findSoundApp(trx, appId);
    const name = nameInBody(app?.name ?? '');
    for (const owner of await listOwners(trx, instance, appId)) {
      const { to: _, ...mail } = mailAbout(instance.publicUrl, owner.email, name);
      const lines = [`It is the app ${name}. The mail about it has the next steps.`];
      await notify(trx, instance, owner, { kind: 'security', appId, mail, lines });
    }
    instance.log.error(
      { event: 'member.tampered', app: appId, member: subjectId },
      'a member of an app was changed directly in the database; the row gives no role',
    );
  });
}

function mailAbout(publicUrl: string, to: string, appName: string) {
  return {
    to,
    subject: 'The team of an app was changed directly in the database',
    text: [
      `A member of the app ${appName} at ${publicUrl} was written into the database itself, without the key of this`,
      'service. The row grants no rights.',
      '',
      'See GET /app-members: changed members are marked "tampered". Remove them, or give them a role again. Notify the',
      'operator: the person who did this can write to the database.',
    ].join('\n'),
  };
}
