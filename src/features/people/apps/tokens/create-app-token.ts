// POST /app-token: creates a scoped token of an app. Only this response contains the token.
import { fieldsOf } from '../../../../core/effects/fields-of.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { boundsInBody, readBounds } from '../../identity/personal-access-tokens/bounds-body.ts';
import { lockOwnLiveApp } from '../own-app.ts';
import { addAppToken } from './add-app-token.ts';
import { AppTokenScopeName, appTokenView, NewAppToken } from './app-token-view.ts';
import { makerIn, maxTokens, refuseBeyondRole, refuseOneTooMany } from './token-maker.ts';

const Body = Type.Object(
  fieldsOf('app_token', {
    app_id: uuid,
    name: Type.String({ minLength: 1, maxLength: 255 }),
    scopes: Type.Array(AppTokenScopeName, { minItems: 1, maxItems: 50, uniqueItems: true }),
    ...boundsInBody,
  }),
  { additionalProperties: false },
);

export function createAppToken(instance: Instance): Operation {
  return operation({
    id: 'createAppToken',
    method: 'POST',
    path: '/app-token',
    group: 'App Tokens',
    summary: 'Create app token',
    description: `Rejects scopes beyond the caller’s role. An app has at most ${maxTokens} tokens.`,
    access: { cookie: true, permission: 'tokens' },
    writes: 'app_token',
    body: Body,
    status: 201,
    answer: NewAppToken,
    problems: ['not_found', 'role_required', 'app_archived', 'too_many_app_tokens'],
    handle: ({ body, caller, origin, commit }) =>
      commit(async (trx) => {
        const app = await lockOwnLiveApp(trx, body.app_id, caller);
        const { member, userId } = makerIn(app, caller);
        refuseBeyondRole(body.scopes, member.role);
        const createdAt = instance.clock.now();
        const bounds = readBounds(body, createdAt);
        await refuseOneTooMany(trx, app);
        const { name, scopes } = body;
        const wanted = { name, scopes, ...bounds, memberId: member.id, userId, createdAt };
        const { record, token } = await addAppToken(trx, instance, { app, wanted, by: { caller, origin } });
        return { ...appTokenView(record), token };
      }),
  });
}
