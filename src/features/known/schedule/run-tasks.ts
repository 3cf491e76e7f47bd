// Runs the tasks that are due, for as long as a worker runs.
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

/** Queued tasks at once. Recurring tasks take no place from them. */
const queuedAtOnce = 4;
/** After this long another worker runs the tasks of a worker that died. */
const leaseSeconds = 20;
const lookMillis = 1_000;
const firstPauseMillis = 5_000;
const longestPauseMillis = { recurring: 60_000, queued: 900_000 };
/** A queued task that failed so often is given up. The pauses between take about six hours. */
const mostFailures = 30;

/** Looks every second. `stop` takes no more, asks recurring tasks to end and waits for all that run. Never throws. */
export async function runTasks(instance: Parts, kinds: TaskKinds): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log } = instance;
  const lease: Lease = { owner: instance.newSecretId(), seconds: leaseSeconds };
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  const recurring = new Map(kinds.recurring.map((one) => [one.kind, one]));
  const queued = new Map(kinds.queued.map((one) => [one.kind, one]));
  let queuedRunning = 0;
  let isTaking = false;

  const begin = (task: Task) => {
    const isQueued = queued.has(task.kind);
    queuedRunning += isQueued ? 1 : 0;
    const end = runTask(
      { ...instance, ending: ending.signal, owner: lease.owner },
      { recurring, queued },
      task,
    ).finally(() => {
      running.delete(task.id);
      queuedRunning -= isQueued ? 1 : 0;
      if (isQueued) void look();
    });
    running.set(task.id, end);
  };
  const take = async (of: ReadonlyMap<string, unknown>, limit: number) => {
    if (ending.signal.aborted) return;
    for (const task of await takeDueTasks(db, { kinds: [...of.keys()], now: clock.now(), limit }, lease)) begin(task);
  };
  const look = async () => {
    if (isTaking || ending.signal.aborted) return;
    isTaking = true;
    try {
      await take(recurring, recurring.size);
      await take(queued, queuedAtOnce - queuedRunning);
      if (running.size > 0) await renewTasks(db, [...running.keys()], lease);
    } catch (error) {
      log.warn({ err: error }, 'looking for tasks that are due');
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
      await Promise.all(running.values());
    },
  };
}

interface Running extends Parts {
  readonly ending: AbortSignal;
  readonly owner: string;
}

interface Handlers {
  readonly recurring: ReadonlyMap<string, RecurringTask>;
  readonly queued: ReadonlyMap<string, QueuedTask>;
}

async function runTask(parts: Running, { recurring, queued }: Handlers, task: Task): Promise<void> {
  const repeated = recurring.get(task.kind);
  const once = queued.get(task.kind);
  try {
    if (repeated !== undefined) await runRecurring(parts, repeated, task);
    if (once !== undefined) await runQueued(parts, once, task);
  } catch (error) {
    await putOff(parts, task, { error, isQueued: once !== undefined });
  }
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
  else log.warn({ err: error, kind, key, failures }, 'a task failed; it is tried again');
  const pause = Math.min(longestPauseMillis[isQueued ? 'queued' : 'recurring'], firstPauseMillis * 2 ** before);
  const dueAt = new Date(clock.now().getTime() + pause);
  await (givesUp ? deleteTask(db, id, owner) : putBackTask(db, { id, dueAt, failures }, owner)).catch(
    (fault: unknown) => log.warn({ err: fault, kind, key }, 'recording that a task failed'),
  );
}
