// POST /personal-access-token: a new token of the signed-in person, shown in this answer only.

import { fieldProblem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { nullable } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { auditChange } from '../audit/audit-change.ts';
import type { Instance } from '../instance.ts';
import { addPersonalAccessToken, newTokenNotice } from './add-personal-access-token.ts';
import { notifyOwner } from './notices/notify-owner.ts';
import { personOf } from './person.ts';
import { NewPersonalAccessToken, personalAccessTokenView, ScopeName } from './view.ts';

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    scopes: Type.Array(ScopeName, { minItems: 1, maxItems: 50, uniqueItems: true }),
    expires_at: Type.Optional(nullable(Type.String({ format: 'date-time', description: 'Never, unless given.' }))),
  },
  { additionalProperties: false },
);

export function createPersonalAccessToken(instance: Instance): Operation {
  return operation({
    id: 'createPersonalAccessToken',
    method: 'POST',
    path: '/personal-access-token',
    group: 'Personal Access Tokens',
    summary: 'Create personal access token',
    description: 'In a browser session only, so that a token that leaked cannot make itself a successor.',
    access: { cookie: true, recentProof: true },
    body: Body,
    status: 201,
    answer: NewPersonalAccessToken,
    handle: ({ body, caller, origin, commit }) =>
      commit(async (trx) => {
        const expiresAt = body.expires_at == null ? null : new Date(body.expires_at);
        if (expiresAt !== null && expiresAt <= instance.clock.now()) {
          throw fieldProblem('expires_at', 'in_the_past', 'Must be in the future.');
        }
        const wanted = { userId: personOf(caller), name: body.name, scopes: body.scopes, expiresAt };
        const made = await addPersonalAccessToken({ ...instance, db: trx }, wanted);
        const after = personalAccessTokenView({ ...made.record, lastUsedAt: null });
        const subject = { of: { ownerId: wanted.userId }, subjectId: made.record.id, before: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'access_token.created', after });
        await notifyOwner(trx, instance, newTokenNotice(made.record, origin));
        return { ...after, token: made.token };
      }),
  });
}
