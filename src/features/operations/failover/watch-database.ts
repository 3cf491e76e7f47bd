// Detects that the database lost commits, and stops quotes. Recovers by itself if the server reports a promotion or
// restore.
import type { Logger } from 'pino';
import { forgetSeenMarks, readSeenMarks, writeSeenMarks } from '../../../io/files/commit-marks.ts';
import { generationAt, isPromoted, type RecoveryParts, recoverDatabase } from './recover-database.ts';
import {
  addMark,
  adoptServer,
  insertMark,
  marksOf,
  readStanding,
  recordWentBack,
  type Standing,
} from './standing-store.ts';

export interface WatchParts extends Omit<RecoveryParts, 'now'> {
  readonly clock: { now(): Date };
  readonly log: Logger;
  readonly dataDir: string;
  /** The mark of the key with which this process seals. */
  readonly keyMark: string;
  newId(): string;
}

/** The commits that this process has seen. */
interface Own {
  readonly instance: string;
  readonly process: string;
  readonly generation: bigint;
  marks: number;
}

export interface DatabaseWatch {
  /**
   * Returns why the last mark could not be written, a problem that all other writes would have too; null if it was
   * written.
   */
  writeFault(): string | null;
  stop(): Promise<void>;
}

const everyMillis = 1_000;

/**
 * Checks once before it returns, so that no quote is given on a database that lost commits while no process ran. Then
 * checks every second. In between, the statements that give out addresses reject a timeline other than the recorded
 * one.
 */
export async function watchDatabase(parts: WatchParts): Promise<DatabaseWatch> {
  await adoptServer(parts.db, parts.newId(), generationAt(parts.clock.now()));
  await comparePast(parts);
  let own = await begin(parts);
  let running: Promise<void> = Promise.resolve();
  let isBusy = false;
  let writeFault: string | null = null;
  const look = async () => {
    try {
      own = await lookAgain(parts, own);
      writeFault = null;
    } catch (error) {
      writeFault = (error as Error).message;
      parts.log.debug({ err: error }, 'could not compare the database with the commits seen');
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = look();
  }, everyMillis).unref();
  return {
    writeFault: () => writeFault,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Compares the database with the commits seen by earlier processes. */
async function comparePast(parts: WatchParts): Promise<void> {
  const standing = await readStanding(parts.db);
  if (isPromoted(standing)) return recover(parts, standing);
  for (const seen of await readSeenMarks(parts.dataDir, parts.clock.now())) {
    if (seen.instance !== standing.instanceId) continue;
    const generation = BigInt(seen.generation);
    if (generation < standing.generation) continue;
    const marks = generation > standing.generation ? null : await marksOf(parts.db, seen.process);
    if (marks !== null && marks >= seen.marks) continue;
    return stopQuotes(parts, `a process saw its mark ${seen.marks} committed, and the database has ${marks ?? 'none'}`);
  }
  if (standing.wentBackAt !== null) tell(parts, standing.wentBackHow ?? '');
}

async function begin(parts: WatchParts): Promise<Own> {
  const process = parts.newId();
  await insertMark(parts.db, process, parts.keyMark);
  const { generation, instanceId } = await readStanding(parts.db);
  const own = { instance: instanceId ?? '', process, generation, marks: 1 };
  await keep(parts, own);
  await forgetSeenMarks(parts.dataDir, parts.clock.now()).catch(() => undefined);
  return own;
}

async function lookAgain(parts: WatchParts, own: Own): Promise<Own> {
  const standing = await readStanding(parts.db);
  if (isPromoted(standing)) {
    await recover(parts, standing);
    return begin(parts);
  }
  const marks = await addMark(parts.db, own.process, own.marks);
  if (marks !== null) {
    own.marks = marks;
    await keep(parts, own);
    return own;
  }
  const now = await readStanding(parts.db);
  if (isPromoted(now)) {
    await recover(parts, now);
    return begin(parts);
  }
  // Otherwise another process has recovered the database meanwhile.
  if (now.generation <= own.generation)
    await stopQuotes(parts, `this process saw its mark ${own.marks} committed, and the database no longer has it`);
  return begin(parts);
}

async function recover(parts: WatchParts, standing: Standing): Promise<void> {
  const skipped = await recoverDatabase({ ...parts, now: parts.clock.now() }, { onlyIf: isPromoted });
  if (skipped === null) return;
  const { timeline, timelineNow } = standing;
  parts.log.warn(
    { event: 'database_recovered', timeline, timelineNow, skipped: skipped.length },
    'another server was promoted or restored: commits may be lost, so addresses that may have been shown are ' +
      'skipped and watched',
  );
}

async function stopQuotes(parts: WatchParts, how: string): Promise<void> {
  await recordWentBack(parts.db, how);
  tell(parts, how);
}

function tell({ log }: WatchParts, how: string): void {
  log.error(
    { event: 'database_went_back', how },
    'the database lost commits: quotes are stopped until an operator runs: quittance recover',
  );
}

/** Failures are only logged: without the file, the process forgets the marks at a restart, and the service goes on. */
async function keep({ dataDir, log }: WatchParts, own: Own): Promise<void> {
  await writeSeenMarks(dataDir, { ...own, generation: `${own.generation}` }).catch((error: unknown) =>
    log.debug({ err: error }, 'could not store the commits seen'),
  );
}
