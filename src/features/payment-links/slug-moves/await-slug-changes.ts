// Carries out changes of slugs whose time has come, for as long as a worker runs.
import type { Instance } from '../../instance.ts';
import { carryOutSlugChanges } from './carry-out.ts';

const everyMillis = 60_000;

/** Looks now, and then every minute; a page looks when it is opened. `stop` waits for the look that is under way. */
export function awaitSlugChanges(instance: Instance): { stop(): Promise<void> } {
  const look = () =>
    carryOutSlugChanges(instance, null).catch((error: unknown) =>
      instance.log.warn({ err: error }, 'could not carry out changes of slugs'),
    );
  let running = look();
  const timer = setInterval(() => {
    running = running.then(look);
  }, everyMillis).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
