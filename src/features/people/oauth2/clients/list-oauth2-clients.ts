// GET /oauth2-clients: lists the caller's clients, newest first.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../../identity/person.ts';
import { OAuth2ClientView, oauth2ClientView } from '../view.ts';
import { listClientsOf } from './client-store.ts';

export function listOauth2Clients(instance: Instance): Operation {
  return operation({
    id: 'listOauth2Clients',
    method: 'GET',
    path: '/oauth2-clients',
    group: 'OAuth2 Clients',
    summary: 'List OAuth2 clients',
    description: 'Lists the clients that the caller registered, without their secrets.',
    access: { cookie: true, pat: 'account:read' },
    query: Type.Object(pageQuery),
    answer: Type.Array(OAuth2ClientView),
    handle: async ({ caller, query, url }) => {
      const page = readPage(query);
      const clients = await listClientsOf(instance.db, personOf(caller), page);
      return pageAnswer(clients, page, { publicUrl: instance.publicUrl, url }, oauth2ClientView);
    },
  });
}
