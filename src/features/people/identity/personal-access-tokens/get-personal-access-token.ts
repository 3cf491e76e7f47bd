// GET /personal-access-token/{id}: returns one of the caller's tokens, without the token itself.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../person.ts';
import { findTokenOf } from '../store.ts';
import { PersonalAccessTokenView, personalAccessTokenView } from '../view.ts';

export function getPersonalAccessToken(instance: Instance): Operation {
  return operation({
    id: 'getPersonalAccessToken',
    method: 'GET',
    path: '/personal-access-token/:id',
    group: 'Personal Access Tokens',
    summary: 'Get personal access token',
    description: 'Returns its scopes and expiry, not the token itself. 404 for other people’s tokens.',
    access: { cookie: true, pat: 'account:read' },
    params: idInPath,
    answer: PersonalAccessTokenView,
    handle: async ({ params, caller }) => {
      const owner = personOf(caller);
      const token = isUuid(params.id) ? await findTokenOf(instance.db, params.id, owner) : null;
      if (token === null) throw new Problem('not_found');
      return personalAccessTokenView(token);
    },
  });
}
