// Notices a change of the settings in the database: by its notification, and by reading the version regularly.
import type { Logger } from 'pino';
import { readSettingsVersion, settingsChannel } from '../../features/known/settings/settings-version-store.ts';
import type { Database } from '../../io/db/database.ts';

export interface Following {
  readonly db: Pick<Database, 'query' | 'listen'>;
  /** The version that the process runs with. */
  readonly version: bigint;
  readonly log: Pick<Logger, 'debug'>;
  /** Called for another version. Returns false if the change could not be applied. */
  changed(): Promise<boolean>;
}

/** A notification can be lost with its connection. */
const lookMillis = 2_000;
/** The same settings are tried again after this time, because a failure may have been temporary. */
const retryMillis = 30_000;

/** Calls `changed` once at a time. `stop` does not wait for it. */
export async function followSettings({ db, version, log, changed }: Following): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  let isBusy = false;
  let failed: { readonly version: bigint; readonly at: number } | null = null;
  const look = async () => {
    if (isBusy || isStopped) return;
    isBusy = true;
    try {
      const found = await readSettingsVersion(db);
      const isRetry = failed?.version === found;
      if (found === version || isStopped || (isRetry && performance.now() - (failed?.at ?? 0) < retryMillis)) return;
      failed = (await changed()) ? null : { version: found, at: performance.now() };
    } catch (error) {
      log.debug({ err: error }, 'could not read the version of the settings');
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look(), lookMillis).unref();
  const unlisten = await db.listen(
    settingsChannel,
    () => void look(),
    () => void look(),
  );
  void look();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await unlisten();
    },
  };
}
