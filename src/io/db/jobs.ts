// Durable jobs in the same database: enqueued in the commit they belong to, heard of at once, run at least once.
import { type ConstructorOptions, type JobInsert, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Queryable } from './database.ts';

export interface NewJob {
  /** JSON-able. */
  readonly data: object;
  /** Not before this time; at once unless said. */
  readonly startAfter?: Date;
}

export interface WorkOptions {
  /** The most jobs handed over in one call. */
  readonly batchSize: number;
}

export interface Jobs {
  /** Adds jobs to a queue within the database transaction `trx`: they exist if and when it commits. */
  enqueue(trx: Queryable, queue: string, jobs: readonly NewJob[]): Promise<void>;
  /**
   * Hands jobs over in batches, one batch at a time. A batch whose handler throws, or whose process dies, is handed over
   * again. Answers a function that stops taking more and waits for the batch in hand.
   */
  work<Data>(
    queue: string,
    options: WorkOptions,
    handle: (batch: readonly Data[]) => Promise<void>,
  ): Promise<() => Promise<void>>;
  /** Stops taking jobs, waits a little for those in hand, and closes the connections. */
  stop(): Promise<void>;
}

/** A queue by its name; `isPatient` where what it waits for may be away for hours. */
export type Queue = string | { readonly name: string; readonly isPatient: true };

export interface JobsOptions {
  readonly databaseUrl: string;
  /** Every queue that this instance uses, whether this process works on it or only adds to it. */
  readonly queues: readonly Queue[];
  readonly log: Logger;
}

/** Where the jobs are, beside the instance's own tables. */
export const jobsSchema = 'pgboss';

/** A process that dies leaves its jobs to others after this long without a sign of life. Seconds. */
const heartbeatSeconds = 20;
/** How soon a job is found when its notification was lost. Seconds. */
const pollSeconds = 3;
const finishMillis = 5_000;

/** Installs or upgrades the job tables (schema `pgboss`) where needed, and connects. Rejects while the database is away. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss(bossOptions(options.databaseUrl));
  boss.on('error', (error) => options.log.warn({ err: error }, 'job queue'));
  boss.on('warning', (warning) => options.log.debug({ warning }, 'job queue'));
  await boss.start();
  try {
    for (const queue of options.queues) await prepareQueue(boss, queue);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    async enqueue(trx, queue, jobs) {
      if (jobs.length === 0) return;
      const db = { executeSql: async (text: string, values?: unknown[]) => ({ rows: await trx.query(text, values) }) };
      await boss.insert(queue, jobs as JobInsert[], { db });
    },
    async work<Data>(queue: string, { batchSize }: WorkOptions, handle: (batch: readonly Data[]) => Promise<void>) {
      const work = {
        batchSize,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: pollSeconds,
      };
      const id = await boss.work<Data>(queue, work, (batch) => handle(batch.map((job) => job.data)));
      return () => boss.offWork(queue, { id, wait: true });
    },
    stop: () => boss.stop({ timeout: finishMillis }),
  };
}

function bossOptions(databaseUrl: string): ConstructorOptions {
  return {
    connectionString: databaseUrl,
    application_name: 'quittance jobs',
    max: 4,
    schema: jobsSchema,
    schedule: false,
    useListenNotify: true,
    maintenanceIntervalSeconds: 300,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  };
}

/** Creates the queue, or brings one of an earlier version up to date. */
async function prepareQueue(boss: PgBoss, queue: Queue): Promise<void> {
  const name = typeof queue === 'string' ? queue : queue.name;
  const settings = {
    notify: true,
    heartbeatSeconds,
    expireInSeconds: 300,
    // Ten tries take some minutes, a patient queue's some five hours.
    ...(typeof queue === 'string' ? { retryLimit: 10, retryDelayMax: 60 } : { retryLimit: 30, retryDelayMax: 900 }),
    retryDelay: 1,
    retryBackoff: true,
    deleteAfterSeconds: 600,
  };
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
}
