// DELETE /app-cryptocurrency/{id}: an app stops accepting an asset. Open attempts with it continue.
import { takesLess } from '../../../core/effects/total-ranges.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { newest } from '../../../io/http/page.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { lockOwnLiveApp } from '../../people/apps/own-app.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { readOfferTerms } from '../addresses/offers/offer-terms.ts';
import { keepFormerTerms } from './former-terms-store.ts';
import {
  findAppCryptocurrency,
  listAppCryptocurrencies,
  lockAppCryptocurrency,
  mostCoins,
  deleteAppCryptocurrency as remove,
} from './store.ts';
import { AppCryptocurrencyView, acceptanceTerms, ownAppCryptocurrencyView } from './view.ts';

export function deleteAppCryptocurrency(instance: Instance): Operation {
  return operation({
    id: 'deleteAppCryptocurrency',
    method: 'DELETE',
    path: '/app-cryptocurrency/:id',
    group: 'App Cryptocurrencies',
    summary: 'Stop accepting a cryptocurrency',
    description: [
      'New attempts cannot pay with it. Open ones continue, and its addresses stay. If no other accepted coin',
      'covers the same totals, a browser needs a recent sign-in or step-up.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    writes: 'app_cryptocurrency',
    params: idInPath,
    answer: AppCryptocurrencyView,
    problems: ['app_archived', 'reauthentication_required'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const found = isUuid(params.id) ? await findAppCryptocurrency(trx, params.id) : null;
        if (found === null) throw new Problem('not_found');
        // The lock of the app makes concurrent removals wait for each other, so that the last coin is noticed.
        const app = await lockOwnLiveApp(trx, found.appId, caller);
        const accepted = await lockAppCryptocurrency(trx, found.id);
        if (accepted === null) throw new Problem('not_found');
        await remove(trx, accepted.id);
        await keepFormerTerms(trx, instance, accepted);
        const left = await listAppCryptocurrencies(trx, [app.id], newest(mostCoins));
        const facts = { before: { ...accepted, leavesGap: takesLess([...left, accepted], left) }, after: null };
        const judged = { thing: 'app_cryptocurrency', app, subjectId: accepted.id, ...facts } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        const before = acceptanceTerms(instance, accepted);
        const subject = { of: { appId: accepted.appId }, subjectId: accepted.id, before, after: null };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'app_cryptocurrency.deleted' });
        const offered = { appId: accepted.appId, assetIds: [accepted.assetId] };
        return ownAppCryptocurrencyView(instance, accepted, await readOfferTerms(instance, trx, offered));
      }),
  });
}
