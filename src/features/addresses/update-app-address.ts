// PUT /app-address/{id}: its label, and whether new attempts may use it.

import { requireAddressRange } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, isUuid, nullable } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { ownLiveAppById } from '../apps/own-app.ts';
import type { Instance } from '../instance.ts';
import { emitAddressChanged } from './emit-address-changed.ts';
import { refusePrivate } from './refuse-private.ts';
import { lockAppAddress, updateAppAddress as write } from './store.ts';
import { AppAddressView, appAddressView } from './view.ts';

const Body = Type.Object(
  { label: Type.Optional(nullable(Type.String({ maxLength: 255 }))), enabled: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

export function updateAppAddress(instance: Instance): Operation {
  return operation({
    id: 'updateAppAddress',
    method: 'PUT',
    path: '/app-address/:id',
    group: 'App Addresses',
    summary: 'Update a receiving address',
    access: { cookie: true, recentProof: true, pat: 'addresses:write' },
    params: idInPath,
    body: Body,
    answer: AppAddressView,
    problems: ['app_archived', 'address_range_required'],
    handle: async ({ params, body, caller, origin, commit }) => {
      refusePrivate('label', body.label);
      return commit(async (trx) => {
        const address = isUuid(params.id) ? await lockAppAddress(trx, params.id) : null;
        if (address === null) throw new Problem('not_found');
        requireAddressRange(caller, await ownLiveAppById(trx, address.appId, caller));
        const changed = {
          ...address,
          label: body.label === undefined ? address.label : body.label,
          enabled: body.enabled ?? address.enabled,
          updatedAt: instance.clock.now(),
        };
        await write(trx, changed);
        await emitAddressChanged(
          trx,
          instance,
          { address: changed, before: address, change: 'updated' },
          { caller, origin },
        );
        return appAddressView(instance, changed);
      });
    },
  });
}
