// Injects faults at random moments that a seed decides, so that a run can be repeated: CRASH_SEED=… npm test -- crashes
import type { Queryable } from '../../src/io/db/database.ts';
import { seedFrom } from './chance/seed.ts';
import type { Answer } from './client.ts';
import { until } from './client.ts';
import type { Stage } from './stage.ts';

export interface Chance {
  readonly seed: number;
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
}

export function chance(seed = seedFrom('CRASH_SEED')): Chance {
  let state = seed >>> 0;
  return {
    seed,
    // Mulberry32: small, and random enough to choose moments.
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}

/** Kills and restarts the service `times` times, each time fewer than `withinCommits` commits after it was ready. */
export async function killAgainAndAgain(
  stage: Stage,
  luck: Chance,
  times: number,
  withinCommits: number,
): Promise<void> {
  for (let kill = 0; kill < times; kill += 1) {
    await commitsLater(stage, luck.below(withinCommits));
    await stage.crash();
    await stage.service.restart();
  }
}

/** Waits for this many more commits of the service. Mines blocks, so that it has something to commit. */
export async function commitsLater({ database, anvil }: Stage, count: number): Promise<void> {
  const newest = newestCommits(database.db);
  const isEnough = async () => {
    const before = newest.seen();
    if ((await newest.look()) >= count) return true;
    if (newest.seen() === before) await anvil.mine();
    return false;
  };
  await until(isEnough, () => `commit ${newest.seen()} of ${count} of the service`, { everyMs: 20 });
}

/**
 * Repeatedly closes three of the service's database connections, whatever they are doing, each time after a few
 * commits, until `end`.
 */
export async function cutConnections(db: Queryable, luck: Chance, end: AbortSignal): Promise<number> {
  const newest = newestCommits(db);
  let cuts = 0;
  let next = 0;
  const isOver = async () => {
    if ((await newest.look()) < next) return end.aborted;
    const living = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and application_name <> 'test' and backend_type = 'client backend' order by backend_start`,
    );
    const victims = [1, 2, 3].map(() => living[luck.below(living.length)]?.pid);
    const cut = await db.query('select from unnest($1::int[]) victim where pg_terminate_backend(victim)', [victims]);
    cuts += cut.length;
    next = newest.seen() + 1 + luck.below(3);
    return end.aborted;
  };
  await until(isOver, 'the story to end', { withinMs: 600_000, everyMs: 10 });
  return cuts;
}

/** Counts the commits of a service by their rows. Two commits between two looks count as one. */
function newestCommits(db: Queryable): { look(): Promise<number>; seen(): number } {
  const tables = ['network_cursors', 'invoices', 'transactions', 'events', 'deliveries'];
  const newestOf = tables.map((table) => `(select max(xmin::text::bigint) from ${table})`);
  const query = `select concat_ws(' ', ${newestOf.join(', ')}) as rows`;
  let last: string | null = null;
  let seen = -1;
  return {
    seen: () => Math.max(0, seen),
    async look() {
      const [now] = await db.query<{ rows: string }>(query);
      if (now?.rows !== last) seen += 1;
      last = now?.rows ?? null;
      return seen;
    },
  };
}

/** Repeats the call until the service returns a result, like a careful client with an idempotency key. */
export async function retryUntilAnswered<Body>(call: () => Promise<Answer<Body>>, what: string): Promise<Body> {
  const answer = await until(
    async () => {
      const now = await call().catch(() => null);
      // The service may be down, busy with the same request, or interrupted in the middle. The client cannot know
      // which, and retries.
      return now === null || now.status >= 500 || now.status === 409 ? null : now;
    },
    what,
    { withinMs: 150_000 },
  );
  if (answer.status < 300) return answer.body;
  throw new Error(`${what}: answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
