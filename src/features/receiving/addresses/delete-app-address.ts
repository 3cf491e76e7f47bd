// DELETE /app-address/{id}: new attempts no longer use the address. Later payments to it are still recorded.
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { ownLiveAppById } from '../../people/apps/own-app.ts';
import { emitAddressChanged } from './emit-address-changed.ts';
import { refuseLastEffective, withdrawWaiting } from './payout-lock/hold-change.ts';
import { resumeIfWell } from './payout-lock/resume-if-well.ts';
import { lockAppAddress, deleteAppAddress as remove } from './store.ts';
import { AppAddressView, appAddressView } from './view.ts';

export function deleteAppAddress(instance: Instance): Operation {
  return operation({
    id: 'deleteAppAddress',
    method: 'DELETE',
    path: '/app-address/:id',
    group: 'App Addresses',
    summary: 'Remove a receiving address',
    description: [
      'New attempts no longer use it; later payments to it are still recorded. The last one in effect stays while',
      'another waits (409).',
    ].join(' '),
    access: { cookie: true, pat: 'addresses:write' },
    writes: 'app_address',
    params: idInPath,
    answer: AppAddressView,
    problems: ['app_archived', 'last_effective_address', 'address_range_required'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const address = isUuid(params.id) ? await lockAppAddress(trx, params.id) : null;
        if (address === null) throw new Problem('not_found');
        const app = await ownLiveAppById(trx, address.appId, caller);
        const judged = {
          thing: 'app_address',
          app,
          subjectId: address.id,
          before: { ...address, isEntered: false },
        } as const;
        await judgeChange(trx, instance, { caller, origin }, { ...judged, after: null });
        await refuseLastEffective(trx, instance, address);
        const now = instance.clock.now();
        await remove(trx, address.id, now);
        await withdrawWaiting(trx, instance, address.id, caller);
        const changed = { ...address, enabled: false, updatedAt: now };
        const deleted = { ...changed, mac: instance.seals.sign('app_address', changed) };
        await emitAddressChanged(
          trx,
          instance,
          { address: deleted, before: address, change: 'deleted' },
          { caller, origin },
        );
        await resumeIfWell(trx, instance, address.appId);
        return appAddressView(instance, deleted);
      }),
  });
}
