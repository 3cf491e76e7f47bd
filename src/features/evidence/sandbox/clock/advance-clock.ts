// POST /sandbox/clock: moves the test clock of a development app forward.

import { fieldProblem } from '../../../../core/problem.ts';
import { mostAdvanceSeconds, mostLeadSeconds } from '../../../../core/time/app-clock.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import { hastenRetries } from '../../../events/deliveries/hasten-retries.ts';
import type { Instance } from '../../../instance.ts';
import { expireOnAppClocks } from '../../../money/payments/expire.ts';
import { advanceClock as advance } from '../../../people/apps/clock/clock-store.ts';
import { refuseArchived } from '../../../people/apps/own-app.ts';
import { developmentApp, sandboxWriters } from '../development-app.ts';
import { ClockObject, clockView } from './clock-view.ts';

const AdvanceBody = Type.Object(
  {
    app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
    advance_seconds: Type.Integer({ minimum: 1, maximum: mostAdvanceSeconds }),
  },
  { additionalProperties: false },
);

export function advanceClock(instance: Instance): Operation {
  return operation({
    id: 'advanceTestClock',
    method: 'POST',
    path: '/sandbox/clock',
    group: 'Sandbox',
    summary: 'Advance the test clock',
    description: [
      'For development apps. The response comes after expired quotes and invoices have ended. Retries of webhooks that',
      'came due are sent soon after. A clock never moves backwards, by at most 90 days at once and ten years in all.',
    ].join(' '),
    access: sandboxWriters,
    writes: 'simulation',
    body: AdvanceBody,
    answer: ClockObject,
    problems: ['development_only', 'not_found', 'app_archived'],
    handle: async ({ body, caller, commit }) => {
      const { app_id, advance_seconds: seconds } = body;
      const view = await commit(async (trx) => {
        const { id: appId } = refuseArchived(await developmentApp(trx, app_id, caller));
        const now = instance.clock.now();
        const leadSeconds = await advance(trx, { appId, seconds, most: mostLeadSeconds, now });
        if (leadSeconds === null)
          throw fieldProblem('advance_seconds', 'out_of_range', 'A test clock runs at most ten years ahead.');
        await hastenRetries(trx, appId, seconds);
        return clockView({ appId, leadSeconds, now });
      });
      await expireOnAppClocks(instance, view.app_id);
      return view;
    },
  });
}
