// GET /app-address/{id}: returns a receiving address of an app.
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppOrNull } from '../../../people/apps/own-app.ts';
import { findAppAddress } from '../store.ts';
import { AppAddressView, appAddressView } from '../view.ts';

export function getAppAddress(instance: Instance): Operation {
  return operation({
    id: 'getAppAddress',
    method: 'GET',
    path: '/app-address/:id',
    group: 'App Addresses',
    summary: 'Get a receiving address',
    description: '`effective_at`, `tampered` and `blocked_for` say whether customers are shown it.',
    access: { cookie: true, pat: 'addresses:read', appToken: true, oauth2: 'addresses:read' },
    params: idInPath,
    answer: AppAddressView,
    handle: async ({ params, caller }) => {
      const address = isUuid(params.id) ? await findAppAddress(instance.db, params.id) : null;
      const app = address === null ? null : await ownAppOrNull(instance.db, address.appId, caller);
      if (address === null || app === null) throw new Problem('not_found');
      return appAddressView(instance, address);
    },
  });
}
