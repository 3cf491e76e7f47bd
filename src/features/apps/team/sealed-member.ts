// What the service itself wrote of an owner, and nobody past it: asked where one owner's word lets money go elsewhere.
import { mayApprove } from '../../../core/access/team.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { App } from '../store.ts';
import { type AppMember, findMemberOf } from './member-store.ts';

/** The member with the MAC of its row; an invitation carries none. */
export function sealedMember({ seals }: Pick<Instance, 'seals'>, member: AppMember): AppMember {
  return { ...member, mac: member.userId === null ? null : seals.sign('app_member', member) };
}

/** Whether this person is an owner of whom the service knows, for as long as `mayApprove` asks. */
export async function mayLetThrough(
  trx: Queryable,
  instance: Pick<Instance, 'seals' | 'payoutDelayMs' | 'clock'>,
  app: Pick<App, 'id'>,
  person: string,
): Promise<boolean> {
  const member = await findMemberOf(trx, app.id, person);
  if (member?.role !== 'owner' || !instance.seals.verify('app_member', member, member.mac)) return false;
  const standing = { since: member.roleSince, madeIt: member.id === app.id };
  return mayApprove(standing, instance.payoutDelayMs, instance.clock.now());
}
