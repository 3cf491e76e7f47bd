// POST /personal-access-token: creates a token of the signed-in person. Only this response contains the token.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { nullable, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange } from '../../audit/audit-change.ts';
import { notifyOwner } from '../notices/notify-owner.ts';
import { personOf } from '../person.ts';
import { NewPersonalAccessToken, personalAccessTokenView, ScopeName } from '../view.ts';
import { addPersonalAccessToken, newTokenNotice } from './add-personal-access-token.ts';
import { boundsInBody, readBounds } from './bounds-body.ts';

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    scopes: Type.Array(ScopeName, { minItems: 1, maxItems: 50, uniqueItems: true }),
    app_ids: Type.Optional(
      nullable(
        Type.Array(uuid, {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description: 'Limits it to these apps of yours: it sees no others and cannot create any.',
        }),
      ),
    ),
    ...boundsInBody,
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
    description: [
      'Only in a browser session, so that a leaked token cannot create another. To change the receiving',
      'addresses of a production app, a token needs `cidrs`.',
    ].join(' '),
    access: { cookie: true },
    writes: 'personal_access_token',
    body: Body,
    status: 201,
    answer: NewPersonalAccessToken,
    handle: ({ body, caller, origin, commit }) =>
      commit(async (trx) => {
        const userId = personOf(caller);
        const { name, scopes, app_ids: asked = null } = body;
        const createdAt = instance.clock.now();
        const appIds = asked === null ? null : asked.map((id) => id.toLowerCase());
        const wanted = { userId, name, scopes, appIds, ...readBounds(body, createdAt), createdAt };
        const made = await addPersonalAccessToken({ ...instance, db: trx }, wanted);
        const after = personalAccessTokenView({ ...made.record, lastUsedAt: null });
        const subject = { of: { ownerId: wanted.userId }, subjectId: made.record.id, before: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'access_token.created', after });
        await notifyOwner(trx, instance, newTokenNotice(made.record, origin));
        return { ...after, token: made.token };
      }),
  });
}
