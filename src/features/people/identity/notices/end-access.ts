// Ends what somebody who is not the owner may hold of an account: sessions, tokens, grants, passkeys, changes of the
// address that wait.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import { deleteEmailChange } from '../email-change/email-change-store.ts';
import { spendLinksOf } from '../session-store.ts';
import { deletePasskeysOf, deleteSessionsOf, deleteTokensOf } from './notice-store.ts';

/** An account to which other people may have had access. */
export interface LostAccount {
  readonly userId: string;
  /** The subject of the mail that the person answers; null without such a mail. */
  readonly subjectId: string | null;
  readonly by: ChangedBy;
}

/** Ends what this person let others do in other rooms: access of programs, tokens of apps. Returns how many of each. */
export type EndDelegatedAccess = (trx: Queryable, lost: LostAccount) => Promise<Readonly<Record<string, number>>>;

export interface EndedAccess {
  readonly userId: string;
  /** This passkey and those added since go; null: all go. */
  readonly passkeys: { readonly id: string; readonly since: Date } | null;
  /** Whose doing it is, for the audit log. */
  readonly by: ChangedBy;
}

/** Everything in one commit, with one entry in the owner's audit log. */
export async function endAccess(
  trx: Queryable,
  instance: Pick<Instance, 'seals' | 'newId' | 'clock'>,
  endDelegatedAccess: EndDelegatedAccess,
  { userId, passkeys, by }: EndedAccess,
): Promise<void> {
  const before = {
    sessions: await deleteSessionsOf(trx, userId),
    personal_access_tokens: await deleteTokensOf(trx, userId),
    ...(await endDelegatedAccess(trx, { userId, subjectId: passkeys?.id ?? null, by })),
    passkeys: await deletePasskeysOf(trx, userId, passkeys),
  };
  await deleteEmailChange(trx, userId);
  await spendLinksOf(trx, userId);
  const subject = { of: { ownerId: userId }, subjectId: userId, before, after: null };
  await auditChange(trx, instance, by, { ...subject, action: 'account.access_ended' });
}
