// Notices that the database lost commits that were seen, stops quotes, and recovers by itself where the server tells
// why.
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
  /** Of the key that this process seals with. */
  readonly keyMark: string;
  newId(): string;
}

/** What this process knows to be committed. */
interface Own {
  readonly instance: string;
  readonly process: string;
  readonly generation: bigint;
  marks: number;
}

export interface DatabaseWatch {
  /** Why the last mark could not be written, which every write would meet as well; null where it was. */
  writeFault(): string | null;
  stop(): Promise<void>;
}

const everyMillis = 1_000;

/**
 * Looks once before it answers, so that nothing is quoted on a database that lost commits while nobody ran; then every
 * second. In between, the statements that give out addresses refuse a timeline that is not the recorded one.
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
      parts.log.debug({ err: error }, 'could not compare the database with what was seen');
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

/** Compares the database with what earlier processes saw. */
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
  // Another process has recovered it meanwhile.
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
    'another server was promoted, or restored: commits may be lost, so addresses that may have been shown are ' +
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
    'the database lost commits: no quote is given until an operator runs: quittance recover',
  );
}

/** Best effort: a folder that cannot be written costs the memory over a restart, not the service. */
async function keep({ dataDir, log }: WatchParts, own: Own): Promise<void> {
  await writeSeenMarks(dataDir, { ...own, generation: `${own.generation}` }).catch((error: unknown) =>
    log.debug({ err: error }, 'could not keep what was seen of the database'),
  );
}
