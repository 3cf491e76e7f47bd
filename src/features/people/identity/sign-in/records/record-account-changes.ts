// Writes an entry in the owner's audit log, and a mail, in the commit of each account change.
import type { Origin } from '../../../../../core/access.ts';
import type { Queryable } from '../../../../../io/db/database.ts';
import type { Instance } from '../../../../instance.ts';
import { auditChange } from '../../../audit/audit-change.ts';
import { type EndDelegatedAccess, endAccess } from '../../notices/end-access.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { spendLinksOf } from '../../session-store.ts';
import { presentRequest } from './present-request.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * A record of better-auth before and after a change. `before` is null for a new record, and `after` for a deleted one.
 */
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

/** Handles the changes of one statement, within its database transaction. */
export function recordAccountChanges(
  instance: Dependencies,
  endDelegatedAccess: EndDelegatedAccess,
): (trx: Queryable, changes: readonly RecordChange[]) => Promise<void> {
  return async (trx, changes) => {
    for (const change of changes) await recordChange(trx, instance, endDelegatedAccess, change);
    const ended = changes.find(({ model, after }) => model === 'session' && after === null);
    if (ended === undefined || presentRequest.getStore()?.path !== '/revoke-sessions') return;
    const userId = ownerOf(ended);
    const told = { subject: 'Every browser was signed out', says: 'All of your browsers were signed out.' };
    await notifyOwner(trx, instance, { userId, subjectId: userId, ...told, origin: presentOrigin() });
  };
}

async function recordChange(
  trx: Queryable,
  instance: Dependencies,
  endDelegatedAccess: EndDelegatedAccess,
  change: RecordChange,
): Promise<void> {
  const request = presentRequest.getStore();
  const userId = (change.model === 'user' ? idOf(change) : ownerOf(change)) as string;
  const call = {
    caller: { kind: 'cookie', userId, sessionId: '', provedAt: instance.clock.now() },
    origin: presentOrigin(),
  } as const;
  for (const { action, subjectId, before = null, after = null } of entriesOf(change, request?.path ?? '')) {
    await auditChange(trx, instance, call, { of: { ownerId: userId }, action, subjectId, before, after });
  }
  if (passwordChanged(change)) {
    await spendLinksOf(trx, userId);
    if (request?.endsAccess) await endAccess(trx, instance, endDelegatedAccess, { userId, passkeys: null, by: call });
  }
  const told = newsOf(change);
  if (told !== null) await notifyOwner(trx, instance, { userId, subjectId: userId, ...told, origin: call.origin });
}

function presentOrigin(): Origin {
  const request = presentRequest.getStore();
  return { ip: request?.ip ?? null, userAgent: request?.userAgent ?? null };
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
  // Sessions also end with other changes. Only the person's own action is recorded here.
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

/** The notice to the account's owner, which is also sent if another person made the change. */
function newsOf(change: RecordChange): { subject: string; says: string } | null {
  const { model, before, after } = change;
  if (passwordChanged(change)) {
    return {
      subject: 'Your password was changed',
      says: 'Your password was changed, and every browser was signed out.',
    };
  }
  if (model !== 'user' || before === null || after === null) return null;
  if (before.twoFactorEnabled && !after.twoFactorEnabled) {
    const says = 'Your second factor was switched off: from now on the password alone signs you in.';
    return { subject: 'Your second factor was switched off', says };
  }
  if (!before.twoFactorEnabled && after.twoFactorEnabled) {
    const says = 'A second factor was switched on: a sign-in with the password asks for its code as well.';
    return { subject: 'A second factor was switched on', says };
  }
  return null;
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
