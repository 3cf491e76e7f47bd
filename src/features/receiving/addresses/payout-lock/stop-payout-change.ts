// POST /payout-change/{id}/stop: stops a payout change, which then never takes effect.
import { callerName } from '../../../../core/access/caller-name.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppOrNull } from '../../../people/apps/own-app.ts';
import { endSlugChange } from '../../../people/apps/slugs/end-slug-change.ts';
import { lockSlugChange } from '../../../people/apps/slugs/slug-change-store.ts';
import { endChange } from './end-change.ts';
import { lockPayoutChange } from './payout-change-store.ts';
import { PayoutChangeView, payoutChangeViews, slugChangeView } from './view.ts';

export function stopPayoutChange(instance: Instance): Operation {
  return operation({
    id: 'stopPayoutChange',
    method: 'POST',
    path: '/payout-change/:id/stop',
    group: 'App Addresses',
    summary: 'Stop a payout change',
    description:
      'Customers still pay to the previous address. An added address is removed, an older one disabled, a slug stays.',
    access: { cookie: true, pat: 'addresses:write' },
    writes: 'payout_stop',
    params: idInPath,
    answer: PayoutChangeView,
    problems: ['not_found', 'payout_change_over'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const decision = { status: 'stopped', by: callerName(caller) } as const;
        const slugChange = isUuid(params.id) ? await lockSlugChange(trx, params.id) : null;
        const change = isUuid(params.id) ? await lockPayoutChange(trx, params.id) : null;
        const appId = (slugChange ?? change)?.appId ?? null;
        if (appId === null || (await ownAppOrNull(trx, appId, caller)) === null) throw new Problem('not_found');
        if (slugChange !== null) {
          const over = await endSlugChange(trx, instance, { change: slugChange, decision }, { caller, origin });
          return slugChangeView(instance, over);
        }
        if (change === null) throw new Problem('not_found');
        const ended = await endChange(trx, instance, { change, decision }, { caller, origin });
        return (await payoutChangeViews(instance, trx, [ended]))(ended);
      }),
  });
}
