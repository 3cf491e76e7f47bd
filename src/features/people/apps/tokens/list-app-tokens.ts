// GET /app-tokens: lists the scoped tokens of apps, newest first, without the tokens themselves.
import { appFilter } from '../../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';

import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppIds } from '../own-app.ts';
import { listAppTokens as readTokens } from './app-token-store.ts';
import { AppTokenView, appTokenView } from './app-token-view.ts';

export function listAppTokens(instance: Instance): Operation {
  return operation({
    id: 'listAppTokens',
    method: 'GET',
    path: '/app-tokens',
    group: 'App Tokens',
    summary: 'List app tokens',
    description: 'Lists those of one app, or of all apps in which the caller may create them, including expired ones.',
    access: { cookie: true, permission: 'tokens' },
    query: Type.Object({ ...appFilter, ...pageQuery }),
    answer: Type.Array(AppTokenView),
    problems: ['not_found', 'role_required'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const tokens = await readTokens(instance.db, appIds, page);
      return pageAnswer(tokens, page, { publicUrl: instance.publicUrl, url }, appTokenView);
    },
  });
}
