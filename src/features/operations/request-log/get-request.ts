// GET /request/{id}: returns a logged API call with its bodies.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { findCall, shownMillis } from './request-log-store.ts';
import { fullCallView, LoggedCallWithBodies } from './view.ts';

export function getRequest(instance: Instance, settle: () => Promise<void>): Operation {
  return operation({
    id: 'getRequest',
    method: 'GET',
    path: '/request/:id',
    group: 'Request log',
    summary: 'Get API call',
    description: 'By the `request_id` of its response. Secrets and data of customers are left out of the bodies.',
    access: { cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read', permission: 'requests' },
    params: idInPath,
    answer: LoggedCallWithBodies,
    handle: async ({ params, caller }) => {
      await settle();
      const since = new Date(instance.clock.now().getTime() - shownMillis);
      const call = isUuid(params.id) ? await findCall(instance.db, params.id, since) : null;
      const app = call === null ? null : await ownAppOrNull(instance.db, call.appId, caller);
      if (call === null || app === null) throw new Problem('not_found');
      return fullCallView(instance, call, caller);
    },
  });
}
