// The test clock of an app, as the API shows it.

import { time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import { timeAhead } from '../../../people/apps/clock/clock-lead.ts';

export const ClockObject = Type.Object(
  {
    app_id: uuid,
    now: { ...time, description: 'The time on the clock of the app.' },
    advanced_seconds: Type.Integer({
      minimum: 0,
      description: 'The sum of all advances, by which the clock runs ahead of the clock of the service.',
    }),
  },
  { additionalProperties: false },
);

/** `leadSeconds`: the sum of all advances. `now` is on the service's clock. */
export function clockView({ appId, leadSeconds, now }: { appId: string; leadSeconds: number; now: Date }) {
  return { app_id: appId, now: timeAhead(now, leadSeconds).toISOString(), advanced_seconds: leadSeconds };
}
