// GET /oauth2-client/{id}: returns one of the caller's clients, without its secret.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../../identity/person.ts';
import { OAuth2ClientView, oauth2ClientView } from '../view.ts';
import { findClientOf } from './client-store.ts';

export function getOauth2Client(instance: Instance): Operation {
  return operation({
    id: 'getOauth2Client',
    method: 'GET',
    path: '/oauth2-client/:id',
    group: 'OAuth2 Clients',
    summary: 'Get OAuth2 client',
    description: 'Returns its fields without the secret.',
    access: { cookie: true, pat: 'account:read' },
    params: idInPath,
    answer: OAuth2ClientView,
    handle: async ({ params, caller }) => {
      const owner = personOf(caller);
      const client = isUuid(params.id) ? await findClientOf(instance.db, params.id, owner) : null;
      if (client === null) throw new Problem('not_found');
      return oauth2ClientView(client);
    },
  });
}
