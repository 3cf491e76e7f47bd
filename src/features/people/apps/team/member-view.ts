// The API representation of team members and invitations.
import { type Role, roles } from '../../../../core/access/team.ts';
import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import type { AppMember } from './member-store.ts';
import { isSealed } from './sealed-member.ts';

export const RoleName = Type.Unsafe<Role>({
  type: 'string',
  enum: [...roles],
  description: 'See the group Team.',
});

export const AppMemberView = Type.Object({
  id: uuid,
  app_id: uuid,
  role: RoleName,
  status: Type.Unsafe<string>({
    type: 'string',
    enum: ['active', 'invited', 'expired', 'tampered'],
    description: [
      'expired: the invitation was not accepted in time; invite the address again. tampered: the row was changed',
      'outside the service and gives no role; remove it, or set the role again.',
    ].join(' '),
  }),
  email: Type.String({ format: 'email', description: 'The person’s address, or that of the invitation.' }),
  name: nullable(Type.String()),
  user_id: nullable({ ...uuid, description: 'The person’s id in the audit log and in payout changes.' }),
  invitation_ends_at: nullable(time),
  created_at: { ...time, description: 'When they joined, or were first invited.' },
  updated_at: time,
});

export function appMemberView(member: AppMember, instance: Pick<Instance, 'seals' | 'clock'>) {
  const isOver = member.inviteEndsAt !== null && member.inviteEndsAt <= instance.clock.now();
  const standing = member.userId !== null ? 'active' : isOver ? 'expired' : 'invited';
  const status = isSealed(instance, member) ? standing : 'tampered';
  return {
    id: member.id,
    app_id: member.appId,
    role: member.role,
    status: status as string,
    email: member.reachedAt,
    name: member.name === '' ? null : member.name,
    user_id: member.userId,
    invitation_ends_at: member.inviteEndsAt?.toISOString() ?? null,
    created_at: member.createdAt.toISOString(),
    updated_at: member.updatedAt.toISOString(),
  };
}
