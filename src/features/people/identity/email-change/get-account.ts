// GET /account: returns the caller's account, with a pending change of its address.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../person.ts';
import { findProfile } from '../profile-store.ts';
import { findUser } from '../store.ts';
import { silenceDays } from './email-change-mails.ts';
import { type EmailChange, findEmailChangeOf } from './email-change-store.ts';

const AccountView = Type.Object({
  id: uuid,
  name: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  role: Type.Unsafe<'operator' | 'merchant'>({ type: 'string', enum: ['operator', 'merchant'] }),
  email_change: nullable(
    Type.Object(
      {
        new_email: Type.String(),
        new_agreed_at: nullable(time),
        old_agreed_at: nullable(time),
        counts_without_old_at: { ...time, description: 'When the new address alone is enough.' },
        created_at: time,
      },
      { description: 'The address changes after both confirmed. Null if no change is pending.' },
    ),
  ),
  created_at: time,
});

export function getAccount(instance: Instance): Operation {
  return operation({
    id: 'getAccount',
    method: 'GET',
    path: '/account',
    group: 'Sessions',
    summary: 'Get account',
    description: 'Returns the person of the token or session.',
    access: { cookie: true, pat: 'account:read' },
    answer: AccountView,
    problems: ['not_found'],
    handle: async ({ caller }) => {
      const userId = personOf(caller);
      const [user, profile] = [await findUser(instance.db, userId), await findProfile(instance.db, userId)];
      if (user === null || profile === null) throw new Problem('not_found');
      const change = await findEmailChangeOf(instance.db, userId);
      return {
        id: user.id,
        name: profile.name,
        email: user.email,
        email_verified: profile.emailVerified,
        role: user.role,
        email_change: change === null ? null : changeView(change),
        created_at: user.createdAt.toISOString(),
      };
    },
  });
}

function changeView(change: EmailChange) {
  const enough = new Date(change.createdAt.getTime() + silenceDays * 86_400_000);
  return {
    new_email: change.newEmail,
    new_agreed_at: change.newAgreedAt?.toISOString() ?? null,
    old_agreed_at: change.oldAgreedAt?.toISOString() ?? null,
    counts_without_old_at: enough.toISOString(),
    created_at: change.createdAt.toISOString(),
  };
}
