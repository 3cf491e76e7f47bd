// Records a changed connection in its commit: the audit log, a mail to each operator, and a new version of the
// settings.
import type { Origin } from '../../../../../core/access.ts';
import { nameInBody } from '../../../../../core/mail/name-in-mail.ts';
import type { Queryable } from '../../../../../io/db/database.ts';
import type { Instance } from '../../../../instance.ts';
import { raiseSettingsVersion } from '../../../../known/settings/settings-version-store.ts';
import { auditChange, type ChangedBy } from '../../../../people/audit/audit-change.ts';
import { notifyOwner } from '../../../../people/identity/notices/notify-owner.ts';
import { listOperators } from '../../../../people/identity/people-store.ts';

export interface ConnectionChange {
  /** The id of the row. */
  readonly id: string;
  /** The owner of the audit log. Null on the command line: the first operator. */
  readonly personId: string | null;
  readonly name: string;
  /** As the API shows it, with keys masked. Null for a network that was not connected before. */
  readonly before: object | null;
  readonly after: object;
  /** Such as `was connected`. */
  readonly says: string;
}

type Parts = Pick<Instance, 'newId' | 'clock' | 'seals' | 'mails' | 'publicUrl'>;

const subject = 'The endpoints of a network have changed';

export async function recordConnection(
  trx: Queryable,
  instance: Parts,
  by: ChangedBy,
  change: ConnectionChange,
): Promise<void> {
  const operators = await listOperators(trx);
  const ownerId = change.personId ?? operators[0]?.id;
  if (ownerId !== undefined) {
    const action = change.before === null ? 'operator_network.created' : 'operator_network.updated';
    const { id: subjectId, before, after } = change;
    await auditChange(trx, instance, by, { of: { ownerId }, action, subjectId, before, after });
  }
  const says = `The network ${nameInBody(change.name)} ${change.says}.`;
  for (const operator of operators) {
    if (operator.id === change.personId)
      await notifyOwner(trx, instance, { userId: operator.id, subjectId: change.id, subject, says, origin: by.origin });
    else await instance.mails.post(trx, { to: operator.email, subject, text: textFor(instance, says, by.origin) });
  }
  await raiseSettingsVersion(trx);
}

function textFor({ publicUrl, clock }: Parts, says: string, { ip }: Origin): string {
  return [
    `${says} You are an operator of the instance at ${publicUrl}.`,
    '',
    `When: ${clock.now().toISOString()}`,
    `From: ${ip ?? 'the machine that runs the service'}`,
    '',
    'A dishonest endpoint can invent payments. If none of you made this change, switch the network off at',
    `${publicUrl}/console/operator/networks, and end the sessions of the operator who is named in the audit log.`,
  ].join('\n');
}
