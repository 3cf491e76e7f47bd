// Runs the due tasks while a worker runs.
import { recordJobRun } from '../../../io/process/job-runs.ts';
import type { Instance } from '../../instance.ts';
import type { QueuedTask, RecurringTask } from './task-kinds.ts';
import {
  deleteTask,
  type Lease,
  putBackTask,
  renewTasks,
  scheduleTask,
  type Task,
  takeDueTasks,
} from './task-store.ts';

type Parts = Pick<Instance, 'db' | 'clock' | 'log' | 'newSecretId'>;

export interface TaskKinds {
  readonly recurring: readonly RecurringTask[];
  readonly queued: readonly QueuedTask[];
}

/** The maximum number of queued tasks at once. Recurring tasks do not count against it. */
const queuedAtOnce = 4;
/** After this time another worker runs the tasks of a dead worker. */
const leaseSeconds = 20;
const lookMillis = 1_000;
const firstPauseMillis = 5_000;
const longestPauseMillis = { recurring: 60_000, queued: 900_000 };
/** A queued task is given up after this many failures. The pauses between them take about six hours. */
const mostFailures = 30;

/**
 * Checks every second. `stop` takes no more tasks, aborts recurring tasks and waits for all running ones. It never
 * throws.
 */
export async function runTasks(instance: Parts, kinds: TaskKinds): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log } = instance;
  const lease: Lease = { owner: instance.newSecretId(), seconds: leaseSeconds };
  const ending = new AbortController();
  const parts: Running = { ...instance, ending: ending.signal, owner: lease.owner };
  const pools = [recurringPool(parts, kinds.recurring), queuedPool(parts, kinds.queued)];
  let isTaking = false;

  const begin = (pool: Pool, task: Task) => {
    const ended = pool
      .run(task)
      .catch((error: unknown) => putOff(parts, task, { error, isQueued: pool.isQueued }))
      .finally(() => {
        pool.running.delete(task.id);
        if (pool.isQueued) void look();
      });
    pool.running.set(task.id, ended);
  };
  const take = async (pool: Pool) => {
    if (ending.signal.aborted) return;
    const wanted = { kinds: pool.kinds, now: clock.now(), limit: pool.atOnce - pool.running.size };
    for (const task of await takeDueTasks(db, wanted, lease)) begin(pool, task);
  };
  const look = async () => {
    if (isTaking || ending.signal.aborted) return;
    isTaking = true;
    try {
      for (const pool of pools) await take(pool);
      const ids = pools.flatMap(({ running }) => [...running.keys()]);
      if (ids.length > 0) await renewTasks(db, ids, lease);
    } catch (error) {
      log.warn({ err: error }, 'could not look for due tasks');
    } finally {
      isTaking = false;
    }
  };

  for (const { kind, startsAtOnce, nextAfter } of kinds.recurring) {
    const now = clock.now();
    await scheduleTask(db, kind, startsAtOnce ? now : nextAfter(now));
  }
  const timer = setInterval(() => void look(), lookMillis);
  void look();
  return {
    async stop() {
      ending.abort();
      clearInterval(timer);
      await Promise.all(pools.flatMap(({ running }) => [...running.values()]));
    },
  };
}

interface Running extends Parts {
  readonly ending: AbortSignal;
  readonly owner: string;
}

/** A group of tasks with its own limit of concurrent tasks. */
interface Pool {
  readonly kinds: readonly string[];
  readonly isQueued: boolean;
  /** The maximum number of tasks at once. */
  readonly atOnce: number;
  /** By task id. */
  readonly running: Map<string, Promise<void>>;
  run(task: Task): Promise<void>;
}

function recurringPool(parts: Running, tasks: readonly RecurringTask[]): Pool {
  const handlers = new Map(tasks.map((one) => [one.kind, one]));
  return {
    kinds: [...handlers.keys()],
    isQueued: false,
    atOnce: handlers.size,
    running: new Map(),
    run: (task) => runRecurring(parts, handlers.get(task.kind) as RecurringTask, task),
  };
}

function queuedPool(parts: Running, tasks: readonly QueuedTask[]): Pool {
  const handlers = new Map(tasks.map((one) => [one.kind, one]));
  return {
    kinds: [...handlers.keys()],
    isQueued: true,
    atOnce: queuedAtOnce,
    running: new Map(),
    run: (task) => runQueued(parts, handlers.get(task.kind) as QueuedTask, task),
  };
}

async function runRecurring({ db, clock, ending, owner }: Running, handler: RecurringTask, task: Task): Promise<void> {
  try {
    await handler.run(ending);
    recordJobRun(task.kind, 'good', clock.now());
  } catch (error) {
    recordJobRun(task.kind, 'failed', clock.now());
    throw error;
  }
  const dueAt = ending.aborted ? clock.now() : handler.nextAfter(clock.now());
  await putBackTask(db, { id: task.id, dueAt, failures: 0 }, owner);
}

async function runQueued({ db, owner }: Running, handler: QueuedTask, task: Task): Promise<void> {
  const dueAt = await db.atomically(async (trx) => {
    const again = await handler.run(trx, task.key);
    if (again === null && !(await deleteTask(trx, task.id, owner)))
      throw new Error(`another worker runs the task ${task.kind} ${task.key}`);
    return again;
  });
  if (dueAt !== null) await putBackTask(db, { id: task.id, dueAt, failures: 0 }, owner);
}

async function putOff(
  { db, clock, log, owner }: Running,
  { id, kind, key, failures: before }: Task,
  { error, isQueued }: { readonly error: unknown; readonly isQueued: boolean },
): Promise<void> {
  const failures = before + 1;
  const givesUp = isQueued && failures >= mostFailures;
  if (givesUp) log.error({ err: error, kind, key, failures }, 'a task was given up');
  else log.warn({ err: error, kind, key, failures }, 'a task failed; retrying');
  const pause = Math.min(longestPauseMillis[isQueued ? 'queued' : 'recurring'], firstPauseMillis * 2 ** before);
  const dueAt = new Date(clock.now().getTime() + pause);
  await (givesUp ? deleteTask(db, id, owner) : putBackTask(db, { id, dueAt, failures }, owner)).catch(
    (fault: unknown) => log.warn({ err: fault, kind, key }, 'could not record that a task failed'),
  );
}
