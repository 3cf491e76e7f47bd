// DELETE /app-token/{id}: deletes a scoped token of an app, which stops working at once.
import { requireRole } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../../identity/person.ts';
import { lockOwnApp } from '../own-app.ts';
import { findAppToken, deleteAppToken as remove } from './app-token-store.ts';
import { AppTokenView, appTokenView } from './app-token-view.ts';
import { recordEnd } from './end-app-tokens.ts';

export function deleteAppToken(instance: Instance): Operation {
  return operation({
    id: 'deleteAppToken',
    method: 'DELETE',
    path: '/app-token/:id',
    group: 'App Tokens',
    summary: 'Revoke app token',
    description: 'It stops working at once, permanently. Its maker and owners may do this.',
    access: { cookie: true, permission: 'tokens' },
    writes: 'app_token',
    params: idInPath,
    answer: AppTokenView,
    problems: ['role_required'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const found = isUuid(params.id) ? await findAppToken(trx, params.id) : null;
        if (found === null) throw new Problem('not_found');
        const app = await lockOwnApp(trx, found.appId, caller);
        if (found.userId !== personOf(caller)) requireRole(caller, app, null);
        const token = await remove(trx, found.id);
        if (token === null) throw new Problem('not_found');
        await recordEnd(trx, instance, token, { caller, origin });
        return appTokenView(token);
      }),
  });
}
