// GET /app/{id}/balance-sheet: sums up the payments and refunds of an app in a period.

import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { periodQuery, readPeriod } from './read-period.ts';
import { sumEntries } from './store.ts';
import { BalanceSheetView, balanceSheetView } from './view.ts';

export function getBalanceSheet(instance: Instance): Operation {
  return operation({
    id: 'getBalanceSheet',
    method: 'GET',
    path: '/app/:id/balance-sheet',
    group: 'Apps',
    summary: 'Get balance sheet',
    description: [
      'Credits with their value at receipt, refunds that were sent with the value that they gave back, and the',
      'reversals of both by chain reorganizations. It is not a wallet balance, because other spending is not recorded.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    params: idInPath,
    query: Type.Object(periodQuery),
    answer: BalanceSheetView,
    handle: async ({ params, query, caller }) => {
      const app = isUuid(params.id) ? await ownAppOrNull(instance.db, params.id, caller) : null;
      if (app === null) throw new Problem('not_found');
      const { from, to } = readPeriod(query, instance.clock.now());
      const lines = await sumEntries(instance.db, app.id, from ?? new Date(0), to);
      return balanceSheetView(instance.catalog, app.id, { from, to }, lines);
    },
  });
}
