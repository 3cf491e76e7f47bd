// PUT /app-cryptocurrency/{id}: changes the terms on which an app accepts an asset. Open quotes keep their terms.
import { takesLess } from '../../../core/effects/total-ranges.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { newest } from '../../../io/http/page.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { lockOwnLiveApp, ownLiveAppById } from '../../people/apps/own-app.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { readOfferTerms } from '../addresses/offers/offer-terms.ts';
import { checkTerms, termFields } from './acceptance-terms.ts';
import {
  findAppCryptocurrency,
  listAppCryptocurrencies,
  lockAppCryptocurrency,
  mostCoins,
  updateAppCryptocurrency as write,
} from './store.ts';
import { AppCryptocurrencyView, acceptanceTerms, ownAppCryptocurrencyView } from './view.ts';

export function updateAppCryptocurrency(instance: Instance): Operation {
  return operation({
    id: 'updateAppCryptocurrency',
    method: 'PUT',
    path: '/app-cryptocurrency/:id',
    group: 'App Cryptocurrencies',
    summary: 'Change how a cryptocurrency is accepted',
    description: [
      'Weakening its terms has the same requirements as POST /app-cryptocurrency. If a total is then no longer covered',
      'by any coin, a browser needs a recent sign-in or step-up.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    writes: 'app_cryptocurrency',
    params: idInPath,
    body: Type.Object(termFields, { additionalProperties: false }),
    answer: AppCryptocurrencyView,
    problems: ['app_archived', 'reauthentication_required'],
    handle: ({ params, body, caller, origin, commit }) =>
      commit(async (trx) => {
        const found = isUuid(params.id) ? await findAppCryptocurrency(trx, params.id) : null;
        if (found === null) throw new Problem('not_found');
        // The lock of the app makes concurrent changes wait for each other: together they could leave a gap between two
        // coins.
        const isBounded = body.min_total !== undefined || body.max_total !== undefined;
        const app = await (isBounded ? lockOwnLiveApp : ownLiveAppById)(trx, found.appId, caller);
        const accepted = await lockAppCryptocurrency(trx, found.id);
        if (accepted === null) throw new Problem('not_found');
        const asset = instance.catalog.assetById(accepted.assetId);
        if (asset === null) throw new Problem('not_found');
        const changed = {
          ...accepted,
          confirmations: body.confirmations === undefined ? accepted.confirmations : body.confirmations,
          minTotal: body.min_total === undefined ? accepted.minTotal : body.min_total,
          maxTotal: body.max_total === undefined ? accepted.maxTotal : body.max_total,
          acceptUnconfirmedUpTo:
            body.accept_unconfirmed_up_to === undefined
              ? accepted.acceptUnconfirmedUpTo
              : body.accept_unconfirmed_up_to,
          updatedAt: instance.clock.now(),
        };
        checkTerms(changed, asset.network);
        const coins = await listAppCryptocurrencies(trx, [app.id], newest(mostCoins));
        const leavesGap = takesLess(
          coins,
          coins.map((one) => (one.id === changed.id ? changed : one)),
        );
        const facts = { before: { ...accepted, leavesGap: false }, after: { ...changed, leavesGap } };
        const judged = { thing: 'app_cryptocurrency', app, subjectId: accepted.id, ...facts } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        await write(trx, changed);
        const [before, after] = [acceptanceTerms(instance, accepted), acceptanceTerms(instance, changed)];
        const subject = { of: { appId: accepted.appId }, subjectId: accepted.id, before, after };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'app_cryptocurrency.updated' });
        const offered = { appId: changed.appId, assetIds: [changed.assetId] };
        return ownAppCryptocurrencyView(instance, changed, await readOfferTerms(instance, trx, offered));
      }),
  });
}
