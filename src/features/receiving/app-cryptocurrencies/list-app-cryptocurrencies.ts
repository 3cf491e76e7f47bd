// GET /app-cryptocurrencies: lists the assets that an app accepts. Public, because a checkout needs it.
import { isBoundElsewhere, mayRead, owns } from '../../../core/access.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { appFilter } from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readerFor } from '../../known/requests/reader-for.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import { findApp } from '../../people/apps/store.ts';
import { type OfferTerms, readOfferTerms } from '../addresses/offers/offer-terms.ts';
import { type AppCryptocurrency, listAppCryptocurrencies as readAppCryptocurrencies } from './store.ts';
import { AppCryptocurrencyView, appCryptocurrencyView, ownAppCryptocurrencyView } from './view.ts';

export function listAppCryptocurrencies(instance: Instance): Operation {
  return operation({
    id: 'listAppCryptocurrencies',
    method: 'GET',
    path: '/app-cryptocurrencies',
    group: 'App Cryptocurrencies',
    summary: 'List accepted cryptocurrencies',
    description: "The coins that customers of the app can pay with. Public, without the merchant's own terms.",
    access: { public: true, cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    query: Type.Object({ ...appFilter, ...pageQuery }),
    answer: Type.Array(AppCryptocurrencyView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const page = readPage(query);
      const place = { publicUrl: instance.publicUrl, url };
      if (query.app_id === undefined) {
        if (caller.kind === 'public') throw fieldProblem('app_id', 'required', 'This field is required.');
        const accepted = await readAppCryptocurrencies(
          instance.db,
          await ownAppIds(instance.db, undefined, caller),
          page,
        );
        const views = await viewsByApp(instance, instance.db, accepted);
        return pageAnswer(accepted, page, place, (one) => views(one, mayRead('apps:read', caller)));
      }
      const db = readerFor(instance.db, caller);
      const appId = query.app_id.toLowerCase();
      if (isBoundElsewhere(caller, appId)) throw new Problem('not_found');
      const accepted = await readAppCryptocurrencies(db, [appId], page);
      // The app is read only if it may be unknown or may belong to the caller.
      const app = accepted.length > 0 && caller.kind === 'public' ? null : await findApp(db, appId);
      if (app === null && accepted.length === 0) throw new Problem('not_found');
      const isOwn = app !== null && owns(caller, app) && mayRead('apps:read', caller);
      const views = await viewsByApp(instance, db, accepted);
      return pageAnswer(accepted, page, place, (one) => views(one, isOwn));
    },
  });
}

/** Renders these with the current terms of their apps, for their merchant or for the public. */
async function viewsByApp(instance: Instance, db: Queryable, accepted: readonly AppCryptocurrency[]) {
  const byApp = Map.groupBy(accepted, ({ appId }) => appId);
  const found = [...byApp].map(async ([appId, of]) => {
    const assetIds = of.map(({ assetId }) => assetId);
    return [appId, await readOfferTerms(instance, db, { appId, assetIds })] as const;
  });
  const terms = new Map(await Promise.all(found));
  return (one: AppCryptocurrency, isOwn: boolean) => {
    const own = terms.get(one.appId) as OfferTerms;
    return isOwn ? ownAppCryptocurrencyView(instance, one, own) : appCryptocurrencyView(instance, one, own);
  };
}
