// Accepts an invitation to an app.
import type { Origin } from '../../../../core/access.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import type { BrowserSession } from '../../identity/session-store.ts';
import { confirmEmailOf, findUser } from '../../identity/store.ts';
import { type App, findApp, lockApp } from '../store.ts';
import { type AppMember, acceptInvitation, deleteMember, findInvitation } from './member-store.ts';
import { isSealed, sealedMember } from './sealed-member.ts';
import { tellTeamChange } from './team-change.ts';

/** An open invitation: its app and the invited person. */
export interface OpenInvitation {
  readonly app: App;
  readonly member: AppMember;
}

/** Returns null if the link was used, has expired or is invalid. */
export async function readInvitation(instance: Instance, token: string): Promise<OpenInvitation | null> {
  const member = await sealedInvitation(instance, instance.db, token);
  const app = member && (await findApp(instance.db, member.appId));
  return member && app && { app, member };
}

/** Also returns null if the invitation was written outside the service. */
async function sealedInvitation(instance: Instance, db: Queryable, token: string): Promise<AppMember | null> {
  const found = await findInvitation(db, hashToken(token), instance.clock.now());
  return found !== null && isSealed(instance, found) ? found : null;
}

/** Whether this person is the invited one, by the address of their account. */
export async function isInvited(instance: Instance, userId: string, { member }: OpenInvitation): Promise<boolean> {
  const user = await findUser(instance.db, userId);
  return user?.email.toLowerCase() === member.reachedAt.toLowerCase();
}

/**
 * Gives the signed-in person the role of the invitation. The link was mailed to the account's address, so this also
 * confirms the address. Returns false if the link is no longer valid, or if another person was invited.
 */
export function joinTeam(instance: Instance, token: string, session: BrowserSession, origin: Origin): Promise<boolean> {
  const { userId } = session;
  return instance.db.atomically(async (trx) => {
    const now = instance.clock.now();
    const found = await sealedInvitation(instance, trx, token);
    const app = found && (await lockApp(trx, found.appId));
    // It may have been used or renewed while this waited for the lock.
    const member = app && (await sealedInvitation(instance, trx, token));
    const user = await findUser(trx, userId);
    if (!app || !member || user?.email.toLowerCase() !== member.reachedAt.toLowerCase()) return false;
    await confirmEmailOf({ ...instance, db: trx }, userId);
    if (app.members[userId] !== undefined) {
      await deleteMember(trx, member.id, now);
      return true;
    }
    const times = { roleSince: now, createdAt: now, updatedAt: now };
    const after = sealedMember(instance, {
      ...member,
      ...times,
      userId,
      inviteEndsAt: null,
      inviteHash: null,
      inviteMac: null,
    });
    await acceptInvitation(trx, after);
    const caller = { kind: 'cookie', ...session } as const;
    await tellTeamChange(trx, instance, { app, action: 'joined', before: member, after }, { caller, origin });
    return true;
  });
}
