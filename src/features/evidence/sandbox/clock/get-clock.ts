// GET /sandbox/clock: the time on the test clock of a development app.
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { findClockLead } from '../../../people/apps/clock/clock-store.ts';
import { developmentApp } from '../development-app.ts';
import { ClockObject, clockView } from './clock-view.ts';

export function getClock(instance: Instance): Operation {
  return operation({
    id: 'getTestClock',
    method: 'GET',
    path: '/sandbox/clock',
    group: 'Sandbox',
    summary: 'Get the test clock',
    description: 'For development apps. A clock that was never advanced shows the time of the service.',
    access: {
      cookie: true,
      pat: 'transactions:read',
      appToken: true,
      oauth2: 'transactions:read',
      permission: 'sandbox',
    },
    query: Type.Object(
      { app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }) },
      { additionalProperties: false },
    ),
    answer: ClockObject,
    problems: ['development_only', 'not_found'],
    handle: async ({ query, caller }) => {
      const { id: appId } = await developmentApp(instance.db, query.app_id, caller);
      return clockView({ appId, leadSeconds: await findClockLead(instance.db, appId), now: instance.clock.now() });
    },
  });
}
