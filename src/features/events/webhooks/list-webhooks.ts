// GET /webhooks: the endpoints of one app, or of all apps of the caller, newest first.

import { appFilter } from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import { listWebhooks as readWebhooks } from './store.ts';
import { WebhookObject, webhookView } from './view.ts';

export function listWebhooks(instance: Instance): Operation {
  return operation({
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    group: 'Webhooks',
    summary: 'List webhooks',
    description: 'The webhooks of one app, or of all apps of the caller, without their secrets.',
    access: { cookie: true, pat: 'webhooks:read', appToken: true, oauth2: 'webhooks:read' },
    query: Type.Object({ ...appFilter, ...pageQuery }),
    answer: Type.Array(WebhookObject),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const webhooks = await readWebhooks(instance.db, appIds, page);
      return pageAnswer(webhooks, page, { publicUrl: instance.publicUrl, url }, webhookView);
    },
  });
}
