// GET /oauth2-session/{id}: returns a client that acts for the caller, with its scopes.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../../identity/person.ts';
import { OAuth2SessionView, oauth2SessionView } from '../view.ts';
import { findGrantOf } from './grant-store.ts';

export function getOauth2Session(instance: Instance): Operation {
  return operation({
    id: 'getOauth2Session',
    method: 'GET',
    path: '/oauth2-session/:id',
    group: 'OAuth2 Sessions',
    summary: 'Get OAuth2 session',
    description: 'Returns a program that acts for the caller, with its scopes.',
    access: { cookie: true, pat: 'account:read' },
    params: idInPath,
    answer: OAuth2SessionView,
    handle: async ({ params, caller }) => {
      const person = personOf(caller);
      const grant = isUuid(params.id) ? await findGrantOf(instance.db, params.id, person) : null;
      if (grant === null) throw new Problem('not_found');
      return oauth2SessionView(grant);
    },
  });
}
