// POST /app-cryptocurrency: an app starts to accept a cryptocurrency on a network.
import { fieldProblem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUniqueViolation } from '../../../io/db/sql-fault.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { judgeChange } from '../../people/apps/acts/judge-change.ts';
import { ownLiveApp } from '../../people/apps/own-app.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import { readOfferTerms } from '../addresses/offers/offer-terms.ts';
import { giveTestAddress } from '../addresses/test-address/give-test-address.ts';
import { checkTerms, termFields } from './acceptance-terms.ts';
import { findFormerTerms } from './former-terms-store.ts';
import { type AppCryptocurrency, findAccepted, insertAppCryptocurrency, updateAppCryptocurrency } from './store.ts';
import { AppCryptocurrencyView, acceptanceTerms, ownAppCryptocurrencyView } from './view.ts';

const Body = Type.Object(
  {
    app_id: uuid,
    cryptocurrency: Type.String({ minLength: 1, maxLength: 50, description: 'Symbol, e.g. USDT.' }),
    network: Type.String({ minLength: 1, maxLength: 50, description: 'Network symbol, e.g. ethereum.' }),
    ...termFields,
  },
  { additionalProperties: false },
);

const nothingAsked = { confirmations: null, acceptUnconfirmedUpTo: null };

export function createAppCryptocurrency(instance: Instance): Operation {
  return operation({
    id: 'createAppCryptocurrency',
    method: 'POST',
    path: '/app-cryptocurrency',
    group: 'App Cryptocurrencies',
    summary: 'Accept a cryptocurrency',
    description: [
      'To accept payments unconfirmed, or with fewer confirmations than the app required before, a token with scopes',
      'also needs invoices:settle, and a browser needs a recent sign-in or step-up.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    writes: 'app_cryptocurrency',
    body: Body,
    status: 201,
    answer: AppCryptocurrencyView,
    problems: ['not_found', 'app_archived', 'reauthentication_required'],
    handle: async ({ body, caller, origin, commit }) => {
      const app = await ownLiveApp(instance.db, body.app_id, caller);
      const network = instance.catalog.networkBySymbol(body.network);
      if (network === null)
        throw fieldProblem('network', 'unknown_network', 'There is no such network. See GET /networks.');
      const asset = instance.catalog.asset(body.cryptocurrency, body.network);
      if (asset === null) {
        throw fieldProblem('cryptocurrency', 'not_on_network', `There is no such cryptocurrency on ${network.symbol}.`);
      }
      if (network.test !== (app.environment === 'development')) {
        throw fieldProblem(
          'network',
          'wrong_environment',
          `A ${app.environment} app uses ${network.test ? 'main' : 'test'} networks only.`,
        );
      }
      const terms = {
        confirmations: body.confirmations ?? null,
        minTotal: body.min_total ?? null,
        maxTotal: body.max_total ?? null,
        acceptUnconfirmedUpTo: body.accept_unconfirmed_up_to ?? null,
      };
      checkTerms(terms, network);
      return commit(async (trx) => {
        const now = instance.clock.now();
        const asked = { id: instance.newId(), appId: app.id, assetId: asset.id, ...terms };
        const wanted = { ...asked, createdAt: now, updatedAt: now };
        if (network.hasTestChain) await giveTestAddress(trx, instance, app, network);
        const accepted = await accept(trx, wanted, network);
        const last = (await findFormerTerms(trx, instance.seals, accepted)) ?? nothingAsked;
        const facts = { before: { ...last, leavesGap: false }, after: { ...accepted, leavesGap: false } };
        const judged = { thing: 'app_cryptocurrency', app, subjectId: accepted.id, ...facts } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        const after = acceptanceTerms(instance, accepted);
        const subject = { of: { appId: app.id }, subjectId: accepted.id, before: null, after };
        await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'app_cryptocurrency.added' });
        const offered = { appId: accepted.appId, assetIds: [accepted.assetId] };
        return ownAppCryptocurrencyView(instance, accepted, await readOfferTerms(instance, trx, offered));
      });
    },
  });
}

/**
 * Returns the row. A coin that a new app was given, and that was not changed since, takes the terms of the request.
 * Throws Problem if the app accepts the coin already.
 */
async function accept(trx: Queryable, wanted: AppCryptocurrency, network: Network): Promise<AppCryptocurrency> {
  const given = network.hasTestChain ? await findAccepted(trx, wanted.appId, wanted.assetId) : null;
  if (given !== null && given.updatedAt.getTime() === given.createdAt.getTime()) {
    const accepted = { ...wanted, id: given.id, createdAt: given.createdAt };
    await updateAppCryptocurrency(trx, accepted);
    return accepted;
  }
  try {
    await insertAppCryptocurrency(trx, wanted);
    return wanted;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fieldProblem('cryptocurrency', 'taken', 'The app accepts this cryptocurrency on this network already.');
  }
}
