// GET /personal-access-tokens: lists the caller's tokens, newest first, without the tokens themselves.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../person.ts';
import { listTokensOf } from '../store.ts';
import { PersonalAccessTokenView, personalAccessTokenView } from '../view.ts';

export function listPersonalAccessTokens(instance: Instance): Operation {
  return operation({
    id: 'listPersonalAccessTokens',
    method: 'GET',
    path: '/personal-access-tokens',
    group: 'Personal Access Tokens',
    summary: 'List personal access tokens',
    description: 'Lists the caller’s tokens. The tokens themselves are shown only when they are created.',
    access: { cookie: true, pat: 'account:read' },
    query: Type.Object(pageQuery),
    answer: Type.Array(PersonalAccessTokenView),
    handle: async ({ caller, query, url }) => {
      const page = readPage(query);
      const tokens = await listTokensOf(instance.db, personOf(caller), page);
      return pageAnswer(tokens, page, { publicUrl: instance.publicUrl, url }, personalAccessTokenView);
    },
  });
}
