// GET /app-cryptocurrencies: what an app accepts. Public, because a checkout asks.
import { isBoundElsewhere, mayRead, owns } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { readerFor } from '../../known/requests/reader-for.ts';
import { findApp } from '../../people/apps/store.ts';
import { readOfferTerms } from '../addresses/offers/offer-terms.ts';
import { type AppCryptocurrency, listAppCryptocurrencies as readAppCryptocurrencies } from './store.ts';
import { AppCryptocurrencyView, appCryptocurrencyView, ownAppCryptocurrencyView } from './view.ts';

export function listAppCryptocurrencies(instance: Instance): Operation {
  return operation({
    id: 'listAppCryptocurrencies',
    method: 'GET',
    path: '/app-cryptocurrencies',
    group: 'App Cryptocurrencies',
    summary: 'List accepted cryptocurrencies',
    description: "What customers of the app can pay with. Anybody may ask; the merchant's own terms are left out then.",
    access: { public: true, cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    query: Type.Object({ app_id: uuid, ...pageQuery }),
    answer: Type.Array(AppCryptocurrencyView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const db = readerFor(instance.db, caller);
      const appId = query.app_id.toLowerCase();
      if (isBoundElsewhere(caller, appId)) throw new Problem('not_found');
      const page = readPage(query);
      const accepted = await readAppCryptocurrencies(db, appId, page.limit, page.after);
      // The app itself is asked for where it may be unknown, or the caller's own.
      const app = accepted.length > 0 && caller.kind === 'public' ? null : await findApp(db, appId);
      if (app === null && accepted.length === 0) throw new Problem('not_found');
      const assetIds = accepted.map(({ assetId }) => assetId);
      const terms = await readOfferTerms(instance, db, { appId, assetIds });
      const isOwn = app !== null && owns(caller, app) && mayRead('apps:read', caller);
      const shown = isOwn ? ownAppCryptocurrencyView : appCryptocurrencyView;
      const view = (one: AppCryptocurrency) => shown(instance, one, terms);
      return pageAnswer(accepted, page, { publicUrl: instance.publicUrl, url }, view);
    },
  });
}
