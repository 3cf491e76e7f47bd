// Ends all access that an intruder may have to an account: sessions, tokens, grants, passkeys, notification channels
// and pending changes of the address.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { deleteChannelsSince } from '../../../known/channels/channel-store.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import { deleteEmailChange } from '../email-change/email-change-store.ts';
import { spendLinksOf } from '../session-store.ts';
import { deletePasskeysOf, deleteSessionsOf, deleteTokensOf } from './notice-store.ts';

/** An account that other people may have had access to. */
export interface LostAccount {
  readonly userId: string;
  /** The subject of the mail that the person responds to. Null without such a mail. */
  readonly subjectId: string | null;
  readonly by: ChangedBy;
}

/** Ends the delegated access that other folders manage: OAuth 2 grants and app tokens. Returns the number of each. */
export type EndDelegatedAccess = (trx: Queryable, lost: LostAccount) => Promise<Readonly<Record<string, number>>>;

export interface EndedAccess {
  readonly userId: string;
  /** Deletes this passkey, and the passkeys and notification channels added since. Null deletes all. */
  readonly passkeys: { readonly id: string; readonly since: Date } | null;
  /** The caller, for the audit log. */
  readonly by: ChangedBy;
}

/** Does everything in the given transaction, with one entry in the owner's audit log. */
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
    notification_channels: await deleteChannelsSince(trx, userId, passkeys?.since ?? null),
  };
  await deleteEmailChange(trx, userId);
  await spendLinksOf(trx, userId);
  const subject = { of: { ownerId: userId }, subjectId: userId, before, after: null };
  await auditChange(trx, instance, by, { ...subject, action: 'account.access_ended' });
}
