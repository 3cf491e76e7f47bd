// GET /app-cryptocurrency/{id}: returns an asset that an app accepts. Public, like the list.
import { isBoundElsewhere, mayRead, owns } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { readerFor } from '../../known/requests/reader-for.ts';
import { findApp } from '../../people/apps/store.ts';
import { readOfferTerms } from '../addresses/offers/offer-terms.ts';
import { findAppCryptocurrency } from './store.ts';
import { AppCryptocurrencyView, appCryptocurrencyView, ownAppCryptocurrencyView } from './view.ts';

export function getAppCryptocurrency(instance: Instance): Operation {
  return operation({
    id: 'getAppCryptocurrency',
    method: 'GET',
    path: '/app-cryptocurrency/:id',
    group: 'App Cryptocurrencies',
    summary: 'Get an accepted cryptocurrency',
    description: "Public, without the merchant's own terms.",
    access: { public: true, cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    params: idInPath,
    answer: AppCryptocurrencyView,
    handle: async ({ params, caller }) => {
      const db = readerFor(instance.db, caller);
      const accepted = isUuid(params.id) ? await findAppCryptocurrency(db, params.id) : null;
      const app = accepted === null ? null : await findApp(db, accepted.appId);
      if (accepted === null || app === null || isBoundElsewhere(caller, app.id)) throw new Problem('not_found');
      const shown =
        owns(caller, app) && mayRead('apps:read', caller) ? ownAppCryptocurrencyView : appCryptocurrencyView;
      const offered = { appId: app.id, assetIds: [accepted.assetId] };
      return shown(instance, accepted, await readOfferTerms(instance, db, offered));
    },
  });
}
