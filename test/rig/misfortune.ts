// Misfortune on purpose, at moments that a seed decides, so that a run can be had again: CRASH_SEED=… npm test --
// crashes
import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../../src/io/db/database.ts';
import type { Answer } from './client.ts';
import { until } from './client.ts';
import type { Stage } from './stage.ts';

export interface Chance {
  readonly seed: number;
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
}

export function chance(seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)): Chance {
  let state = seed >>> 0;
  return {
    seed,
    // Mulberry32: small, and good enough to pick moments.
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}

/** Kills the service and starts it again, `times` times, each time after it has been ready for less than `withinMs`. */
export async function killAgainAndAgain(stage: Stage, luck: Chance, times: number, withinMs: number): Promise<void> {
  for (let kill = 0; kill < times; kill += 1) {
    await delay(luck.below(withinMs));
    await stage.crash();
    await stage.service.restart();
  }
}

/**
 * Cuts the database connections of the service again and again, in the middle of whatever they are doing, until `end`.
 */
export async function cutConnections(db: Queryable, luck: Chance, end: AbortSignal): Promise<number> {
  let cuts = 0;
  while (!end.aborted) {
    await delay(10 + luck.below(60));
    const cut = await db.query<{ pid: number }>(
      `select pid from (select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and application_name <> 'test' and backend_type = 'client backend' order by random() limit 3) victims
       where pg_terminate_backend(pid)`,
    );
    cuts += cut.length;
  }
  return cuts;
}

/** Asks until the service is there and has an answer, as a careful caller with an idempotency key does. */
export async function insist<Body>(call: () => Promise<Answer<Body>>, what: string): Promise<Body> {
  const answer = await until(
    async () => {
      const now = await call().catch(() => null);
      // Away, busy with the very same request, or broken in the middle: the caller cannot know, and asks again.
      return now === null || now.status >= 500 || now.status === 409 ? null : now;
    },
    what,
    { withinMs: 150_000 },
  );
  if (answer.status < 300) return answer.body;
  throw new Error(`${what}: answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
