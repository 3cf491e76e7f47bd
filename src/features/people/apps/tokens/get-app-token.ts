// GET /app-token/{id}: returns one scoped token of an app, without the token itself.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppOrNull } from '../own-app.ts';
import { findAppToken } from './app-token-store.ts';
import { AppTokenView, appTokenView } from './app-token-view.ts';

export function getAppToken(instance: Instance): Operation {
  return operation({
    id: 'getAppToken',
    method: 'GET',
    path: '/app-token/:id',
    group: 'App Tokens',
    summary: 'Get app token',
    description: 'Without the token itself.',
    access: { cookie: true, permission: 'tokens' },
    params: idInPath,
    answer: AppTokenView,
    problems: ['role_required'],
    handle: async ({ params, caller }) => {
      const token = isUuid(params.id) ? await findAppToken(instance.db, params.id) : null;
      const app = token && (await ownAppOrNull(instance.db, token.appId, caller));
      if (token === null || app === null) throw new Problem('not_found');
      return appTokenView(token);
    },
  });
}
