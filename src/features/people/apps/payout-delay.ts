// How long a change of where an app's money goes waits before it takes effect.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { type App, wasPaid } from './store.ts';

/**
 * When a change that is asked for now takes effect; null: at once. Only changes of a production app that was paid
 * before wait.
 */
export async function effectiveFrom(
  trx: Queryable,
  instance: Pick<Instance, 'clock' | 'payoutDelayMs'>,
  app: Pick<App, 'id' | 'environment'>,
): Promise<Date | null> {
  if (app.environment !== 'production' || instance.payoutDelayMs === 0 || !(await wasPaid(trx, app.id))) return null;
  return new Date(instance.clock.now().getTime() + instance.payoutDelayMs);
}
