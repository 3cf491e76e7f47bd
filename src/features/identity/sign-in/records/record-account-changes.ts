// What follows from a change of an account, in the commit that makes it: an entry in its owner's audit log, and a mail.
import type { Queryable } from '../../../../io/db/database.ts';
import { auditChange } from '../../../audit/audit-change.ts';
import type { Instance } from '../../../instance.ts';
import { spendLinksOf } from '../../session-store.ts';
import { emailChangedMail, passwordChangedMail, secondFactorOffMail } from '../account-mails.ts';
import { presentRequest } from './present-request.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record of better-auth's as it was and as it became; null where there was none, or is none. */
export interface RecordChange {
  readonly model: string;
  readonly before: Values | null;
  readonly after: Values | null;
}

interface Entry {
  readonly action: string;
  readonly subjectId: string;
  readonly before?: object;
  readonly after?: object;
}

type Dependencies = Pick<Instance, 'seals' | 'newId' | 'clock' | 'mails' | 'publicUrl'>;

/** Takes a change, within the database transaction that makes it. */
export function recordAccountChanges(instance: Dependencies): (trx: Queryable, change: RecordChange) => Promise<void> {
  return async (trx, change) => {
    const request = presentRequest.getStore();
    const userId = (change.model === 'user' ? idOf(change) : ownerOf(change)) as string;
    const call = {
      caller: { kind: 'cookie', userId, sessionId: '', signedInAt: instance.clock.now() },
      origin: { ip: request?.ip ?? null, userAgent: request?.userAgent ?? null },
    } as const;
    for (const { action, subjectId, before = null, after = null } of entriesOf(change, request?.path ?? '')) {
      await auditChange(trx, instance, call, { of: { ownerId: userId }, action, subjectId, before, after });
    }
    await tell(trx, instance, change);
  };
}

function entriesOf(change: RecordChange, path: string): Entry[] {
  const { model, before, after } = change;
  if (model === 'user') return after === null ? [] : userEntries(before, after);
  if (model === 'account') {
    if (!passwordChanged(change)) return [];
    return [{ action: path === '/reset-password' ? 'password.reset' : 'password.changed', subjectId: ownerOf(change) }];
  }
  if (model === 'twoFactor') {
    if (before === null || after === null || before.backupCodes === after.backupCodes) return [];
    const action = path === '/two-factor/verify-backup-code' ? 'recovery_code.used' : 'recovery_codes.renewed';
    return [{ action, subjectId: ownerOf(change) }];
  }
  // Sessions come and go with other changes too; this says what a person did to them.
  if (model === 'session' && after === null && endingPaths.has(path)) {
    return [{ action: 'session.ended', subjectId: idOf(change) }];
  }
  return [];
}

const endingPaths = new Set(['/sign-out', '/revoke-sessions', '/change-password', '/reset-password']);

function userEntries(before: Values | null, after: Values): Entry[] {
  const subjectId = after.id as string;
  if (before === null) {
    return [{ action: 'account.created', subjectId, after: { email: after.email, role: after.role } }];
  }
  const entries: Entry[] = [];
  if (before.twoFactorEnabled !== after.twoFactorEnabled) {
    entries.push({ action: `second_factor.${after.twoFactorEnabled ? 'enabled' : 'disabled'}`, subjectId });
  }
  const pick = ({ email, emailVerified, name, image }: Values) => ({
    email,
    email_verified: emailVerified,
    name,
    image,
  });
  const action =
    before.email !== after.email
      ? 'account.email_changed'
      : !before.emailVerified && after.emailVerified
        ? 'account.email_confirmed'
        : 'account.updated';
  const [old, now] = [pick(before), pick(after)];
  if (JSON.stringify(old) !== JSON.stringify(now)) entries.push({ action, subjectId, before: old, after: now });
  return entries;
}

/** Whoever owns the account hears of it where they can be reached, also when it was not they who did it. */
async function tell(trx: Queryable, instance: Dependencies, change: RecordChange): Promise<void> {
  const { before, after } = change;
  if (before === null || after === null) return;
  const { mails, publicUrl } = instance;
  if (change.model === 'user' && before.email !== after.email) {
    // Links that went to the old address are worth nothing any more.
    await spendLinksOf(trx, idOf(change));
    await mails.post(trx, emailChangedMail(publicUrl, before.email as string, after.email as string));
  }
  if (change.model === 'user' && before.twoFactorEnabled && !after.twoFactorEnabled) {
    await mails.post(trx, secondFactorOffMail(publicUrl, after.email as string));
  }
  if (passwordChanged(change)) {
    const email = await spendLinksOf(trx, ownerOf(change));
    if (email !== null) await mails.post(trx, passwordChangedMail(publicUrl, email));
  }
}

function passwordChanged({ model, before, after }: RecordChange): boolean {
  return model === 'account' && before !== null && after !== null && before.password !== after.password;
}

function idOf({ before, after }: RecordChange): string {
  return (after ?? before)?.id as string;
}

function ownerOf({ before, after }: RecordChange): string {
  return (after ?? before)?.userId as string;
}
