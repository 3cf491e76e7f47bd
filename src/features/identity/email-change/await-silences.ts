// Changes e-mail addresses whose old one has been silent for long enough, for as long as a worker runs.
import type { Instance } from '../../instance.ts';
import { applySilentChanges } from './change-email.ts';

const everyMillis = 60_000;

/** Looks now, and then every minute. `stop` waits for the look that is under way. */
export function awaitSilences(instance: Parameters<typeof applySilentChanges>[0] & Pick<Instance, 'log'>): {
  stop(): Promise<void>;
} {
  const look = () =>
    applySilentChanges(instance).catch((error: unknown) =>
      instance.log.warn({ err: error }, 'could not change e-mail addresses whose old ones are silent'),
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
