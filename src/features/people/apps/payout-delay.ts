// Computes how long a change of an app's payout addresses waits before it takes effect.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { type App, wasPaid } from './store.ts';

/**
 * Returns when a change requested now takes effect, or null for at once. Only changes of a production app that was paid
 * before have to wait.
 */
export async function effectiveFrom(
  trx: Queryable,
  instance: Pick<Instance, 'clock' | 'payoutDelayMs'>,
  app: Pick<App, 'id' | 'environment'>,
): Promise<Date | null> {
  if (app.environment !== 'production' || instance.payoutDelayMs === 0 || !(await wasPaid(trx, app.id))) return null;
  return new Date(instance.clock.now().getTime() + instance.payoutDelayMs);
}
