// Signs and verifies the rows of members and invitations.
import { mayApprove, type Vouching } from '../../../../core/access/team.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { guardOf } from '../../../../io/db/sealed/sealed-row-type.ts';
import type { Instance } from '../../../instance.ts';
import type { App } from '../store.ts';
import { type AppMember, findMemberOf, type Invitation, signMaker, unsignedMakers } from './member-store.ts';

/** Returns the member with the MAC of its row. Invitations have a different MAC. */
export function sealedMember({ seals }: Pick<Instance, 'seals'>, member: AppMember): AppMember {
  return { ...member, mac: member.userId === null ? null : seals.sign('app_member', member) };
}

/** Returns the invitation with its MAC. */
export function sealedInvitation(
  { seals }: Pick<Instance, 'seals'>,
  { id, appId, role, email, hash, endsAt }: Omit<Invitation, 'mac'>,
  now: Date,
): Invitation {
  const row = { id, appId, role, email, roleSince: now, inviteHash: hash, inviteEndsAt: endsAt };
  return { id, appId, role, email, hash, endsAt, mac: seals.sign('app_invitation', row) };
}

/** Whether the service itself wrote this member or invitation. */
export function isSealed({ seals }: Pick<Instance, 'seals'>, member: AppMember): boolean {
  return member.userId === null
    ? seals.verify('app_invitation', { ...member, email: member.reachedAt }, member.inviteMac)
    : seals.verify('app_member', member, member.mac);
}

/** A role that was written outside the service grants nothing, and is recorded. */
export function memberVouching({ db, seals }: Pick<Instance, 'db' | 'seals'>): Vouching {
  return (appId, userId, member) => {
    if (seals.isMember(appId, userId, member)) return true;
    guardOf(db).note({ kind: 'app_member', table: 'app_members', id: member.id, appId });
    return false;
  };
}

/** Whether this person is a verified owner, and has been one for as long as `mayApprove` requires. */
export async function mayApproveChange(
  trx: Queryable,
  instance: Pick<Instance, 'seals' | 'payoutDelayMs' | 'clock'>,
  app: Pick<App, 'id'>,
  person: string,
): Promise<boolean> {
  const member = await findMemberOf(trx, app.id, person);
  if (member?.role !== 'owner' || !isSealed(instance, member)) return false;
  const standing = { since: member.roleSince, madeIt: member.id === app.id };
  return mayApprove(standing, instance.payoutDelayMs, instance.clock.now());
}

/** Returns a function that finds whether a person is a verified member of an app. */
export function isMemberOf(instance: Pick<Instance, 'seals'>) {
  return async (db: Queryable, appId: string, userId: string): Promise<boolean> => {
    const member = await findMemberOf(db, appId, userId);
    return member !== null && isSealed(instance, member);
  };
}

const batch = 500;

/**
 * Signs the membership rows of app creators from before roles were signed. The MAC of an app's token covers the app's
 * owner, which proves who created it. Other members have no such proof. If interrupted, the next start continues.
 * Returns how many rows it signed.
 */
export async function signMakers({ db, seals }: Pick<Instance, 'db' | 'seals'>): Promise<number> {
  let [signed, after] = [0, '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = await unsignedMakers(db, after, batch);
    for (const { ownerId, tokenHash, tokenMac, member } of rows) {
      if (!seals.verify('app_token', { id: member.appId, ownerId, tokenHash }, tokenMac)) continue;
      await signMaker(db, member.id, seals.sign('app_member', member));
      signed += 1;
    }
    after = rows.at(-1)?.member.id ?? after;
    if (rows.length < batch) return signed;
  }
}
