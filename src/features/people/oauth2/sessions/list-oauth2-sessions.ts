// GET /oauth2-sessions: lists the clients that act for the caller, newest first.

import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { personOf } from '../../identity/person.ts';
import { OAuth2SessionView, oauth2SessionView } from '../view.ts';
import { listGrantsOf } from './grant-store.ts';

export function listOauth2Sessions(instance: Instance): Operation {
  return operation({
    id: 'listOauth2Sessions',
    method: 'GET',
    path: '/oauth2-sessions',
    group: 'OAuth2 Sessions',
    summary: 'List OAuth2 sessions',
    description: 'Lists the programs that act for the caller. Their tokens are not shown.',
    access: { cookie: true, pat: 'account:read' },
    query: Type.Object(pageQuery),
    answer: Type.Array(OAuth2SessionView),
    handle: async ({ caller, query, url }) => {
      const page = readPage(query);
      const grants = await listGrantsOf(instance.db, personOf(caller), page);
      return pageAnswer(grants, page, { publicUrl: instance.publicUrl, url }, oauth2SessionView);
    },
  });
}
