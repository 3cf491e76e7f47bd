// The time of an app: the service's time for production apps, and the time of its test clock for development apps.

import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { App } from '../store.ts';
import { timeAhead } from './clock-lead.ts';
import { findClockLead } from './clock-store.ts';

/** Costs no statement for a production app. */
export async function appTime(
  db: Queryable,
  { clock }: Pick<Instance, 'clock'>,
  { id, environment }: Pick<App, 'id' | 'environment'>,
): Promise<Date> {
  return timeAhead(clock.now(), environment === 'development' ? await findClockLead(db, id) : 0);
}
