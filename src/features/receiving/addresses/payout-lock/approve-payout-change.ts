// POST /payout-change/{id}/approve: another owner approves a payout change before its waiting time ends.
import { callerName } from '../../../../core/access/caller-name.ts';
import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { judgeChange } from '../../../people/apps/acts/judge-change.ts';
import { ownLiveAppById } from '../../../people/apps/own-app.ts';
import { endSlugChange } from '../../../people/apps/slugs/end-slug-change.ts';
import { lockSlugChange } from '../../../people/apps/slugs/slug-change-store.ts';
import { mayLetThrough } from '../../../people/apps/team/sealed-member.ts';
import { personOf } from '../../../people/identity/person.ts';
import { endChange } from './end-change.ts';
import { lockPayoutChange, type PayoutChange } from './payout-change-store.ts';
import { PayoutChangeView, payoutChangeViews, slugChangeView } from './view.ts';

export function approvePayoutChange(instance: Instance): Operation {
  return operation({
    id: 'approvePayoutChange',
    method: 'POST',
    path: '/payout-change/:id/approve',
    group: 'App Addresses',
    summary: 'Approve a payout change',
    description: [
      'Customers are shown the address at once. The person who requested the change cannot approve it. Neither can an',
      'owner who did not make the app and has been one for less time than changes wait.',
    ].join(' '),
    access: { cookie: true, pat: 'addresses:write' },
    writes: 'payout_approval',
    params: idInPath,
    answer: PayoutChangeView,
    problems: ['not_found', 'app_archived', 'payout_change_over', 'second_owner_required', 'address_range_required'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const slugChange = isUuid(params.id) ? await lockSlugChange(trx, params.id) : null;
        const change = slugChange ?? (isUuid(params.id) ? await lockPayoutChange(trx, params.id) : null);
        if (change === null) throw new Problem('not_found');
        const app = await ownLiveAppById(trx, change.appId, caller);
        const judged = { thing: 'payout_approval', app, subjectId: change.id, before: {}, after: {} } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        const person = personOf(caller);
        if (change.requestedBy === null || change.requestedBy === person) throw new Problem('second_owner_required');
        if (!(await mayLetThrough(trx, instance, app, person))) throw new Problem('second_owner_required');
        const decision = { status: 'approved', by: callerName(caller) } as const;
        if (slugChange !== null) {
          const over = await endSlugChange(trx, instance, { change: slugChange, decision }, { caller, origin });
          return slugChangeView(instance, over);
        }
        const addressChange = change as PayoutChange;
        const ended = await endChange(trx, instance, { change: addressChange, decision }, { caller, origin });
        return (await payoutChangeViews(instance, trx, [ended]))(ended);
      }),
  });
}
