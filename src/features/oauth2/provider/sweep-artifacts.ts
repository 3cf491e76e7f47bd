// Forgets codes, tokens and sign-ins that expired.
import type { Instance } from '../../instance.ts';
import { deleteExpiredArtifacts } from './artifact-store.ts';

const everyMillis = 600_000;
/** Kept a little longer: a clock of another node may be behind. */
const keptMillis = 60_000;

/** Forgets now and then on, a bounded number at a time, until stopped. */
export function sweepArtifacts(instance: Pick<Instance, 'db' | 'clock' | 'log'>): { stop(): void } {
  const sweep = async () => {
    const before = new Date(instance.clock.now().getTime() - keptMillis);
    while ((await deleteExpiredArtifacts(instance.db, before)) > 0);
  };
  const run = () => {
    sweep().catch((error: unknown) => instance.log.warn({ err: error }, 'could not forget expired tokens'));
  };
  run();
  const timer = setInterval(run, everyMillis).unref();
  return { stop: () => clearInterval(timer) };
}
