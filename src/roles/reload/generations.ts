// Replaces the generation of a process when the settings change. The process keeps its port and its database.
import { followSettings } from './follow-settings.ts';
import { type Generation, openGeneration, type ProcessParts } from './generation.ts';

export interface Generations {
  /** The generation that answers requests now. */
  current(): Generation;
  /** The process ends. Requests are answered for `drainMillis` more. */
  stop(drainMillis: number): Promise<void>;
}

/** Throws StartFault for a problem that a person must fix. Nothing is left running then. */
export async function startGenerations(parts: ProcessParts): Promise<Generations> {
  const { log } = parts.options;
  const retiring = new Set<Promise<void>>();
  let current = await openGeneration(parts, true);
  let reloading: Promise<unknown> = Promise.resolve();
  let takingOver: Promise<void> = Promise.resolve();
  const follow = (generation: Generation) => {
    const { instance, settingsVersion } = generation.open;
    const changed = () => {
      const reloaded = reload();
      reloading = reloaded;
      return reloaded;
    };
    return followSettings({ db: instance.db, version: settingsVersion, log, changed });
  };
  const retire = (before: Generation) => {
    const done: Promise<void> = before
      .retire()
      .catch((error: unknown) => log.warn({ err: error }, 'the former settings did not end cleanly'))
      .finally(() => retiring.delete(done));
    retiring.add(done);
  };
  const reload = async (): Promise<boolean> => {
    if (parts.stopping.aborted) return true;
    let next: Generation;
    try {
      next = await openGeneration(parts, false);
    } catch (error) {
      log.error({ event: 'settings_refused', err: error }, 'the changed settings cannot be used; the former ones stay');
      return false;
    }
    if (parts.stopping.aborted) {
      await next.stop(0);
      return true;
    }
    takingOver = takeOver(next);
    await takingOver;
    return true;
  };
  const takeOver = async (next: Generation) => {
    const before = current;
    current = next;
    await next
      .takeOver(before)
      .catch((error: unknown) => log.error({ err: error }, 'a part of the new settings did not start'));
    await following.stop();
    retire(before);
    following = await follow(next);
    log.info({ event: 'settings_reloaded', version: String(next.open.settingsVersion) }, 'reloaded the settings');
  };
  try {
    await current.takeOver(null);
  } catch (error) {
    await current.stop(0);
    throw error;
  }
  let following = await follow(current);
  return {
    current: () => current,
    async stop(drainMillis) {
      await takingOver.catch(() => undefined);
      await following.stop();
      // A generation that is still being opened is closed by its reload.
      await Promise.all([current.stop(drainMillis), reloading.catch(() => undefined), ...retiring]);
    },
  };
}
