// Collects finished calls in memory and writes them to the database in batches, so that no request waits for its log
// entry. Entries that were not written yet are lost if the process crashes.
import { LruMap } from 'toad-cache';
import { callBounds, callKind } from '../../../core/request-log/call-bounds.ts';
import type { FinishedCall, RecordCall } from '../../../io/http/calls/record-calls.ts';
import type { Instance } from '../../instance.ts';
import { findAppToken } from '../../people/apps/tokens/app-token-store.ts';
import { findTokenOf } from '../../people/identity/store.ts';
import { findClientByClientId } from '../../people/oauth2/clients/client-store.ts';
import { appOfSubject, type Subject, subjectOf } from './call-subject.ts';
import { logRow, readBodies } from './make-log-row.ts';
import { insertCalls, type LoggedCall } from './request-log-store.ts';
import { countUnlogged } from './unlogged-calls.ts';

type Parts = Pick<Instance, 'db' | 'vault' | 'clock' | 'log' | 'seals'>;

export interface CallRecorder {
  readonly record: RecordCall;
  /** Writes all calls that were recorded before. Never rejects. */
  settle(): Promise<void>;
}

interface Waiting {
  readonly call: FinishedCall;
  readonly subject: Subject;
  readonly at: Date;
  readonly bytes: number;
}

/** In memory, of all apps. More calls are not logged until these are written. */
const mostWaiting = 1_000;
const mostWaitingBytes = 16 * 1024 * 1024;
/** Rows of one statement, and the pause between two statements. */
const batch = 50;
const pauseMillis = 200;

/** Operations whose calls are not logged: reading the log would fill it. */
const unlogged: ReadonlySet<string> = new Set(['listRequests', 'getRequest']);

export function callRecorder(instance: Parts): CallRecorder {
  const bounds = callBounds();
  const nameOf = tokenNames(instance);
  const waiting: Waiting[] = [];
  let bytes = 0;
  let written = Promise.resolve();
  let isScheduled = false;

  const rowOf = async ({ call, subject, at }: Waiting): Promise<LoggedCall | null> => {
    const appId = await appOfSubject(instance.db, subject, call.caller);
    if (appId === null) return null;
    const { bodies, errorCode } = readBodies(call);
    const size = (bodies.request?.text.length ?? 0) + (bodies.response?.text.length ?? 0);
    const kept = bounds.mayKeepBodies(appId, size, at.getTime()) ? bodies : null;
    const tokenName = await nameOf(call.caller);
    return logRow(instance.vault, { call, appId, errorCode, tokenName, bodies: kept, at });
  };
  const writeBatch = async () => {
    const taken = waiting.splice(0, batch);
    if (taken.length === 0) return;
    for (const one of taken) bytes -= one.bytes;
    try {
      const rows = (await Promise.all(taken.map(rowOf))).filter((row) => row !== null);
      if (rows.length > 0) await insertCalls(instance.db, rows);
    } catch (error) {
      countUnlogged('database', taken.length);
      instance.log.warn({ err: error, calls: taken.length }, 'calls were not written to the request log');
    }
  };
  const writeNext = () => {
    written = written.then(writeBatch);
    return written;
  };
  const settle = async () => {
    do await writeNext();
    while (waiting.length > 0);
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    const timer = setTimeout(async () => {
      await writeNext();
      isScheduled = false;
      if (waiting.length > 0) schedule();
    }, pauseMillis);
    timer.unref();
  };
  return {
    settle,
    record(call) {
      const subject = unlogged.has(call.operation) ? null : subjectOf(call);
      if (subject === null) return;
      const at = instance.clock.now();
      const owner = subject.kind === 'app' ? subject.appId : `named ${subject.id}`;
      const kind = callKind({ ...call, byBrowser: call.caller.kind === 'cookie' });
      if (!bounds.mayLog(owner, kind, at.getTime())) return countUnlogged('limit');
      const size = call.bodyBytes + (call.answer?.length ?? 0);
      if (waiting.length >= mostWaiting || bytes + size > mostWaitingBytes) return countUnlogged('full');
      waiting.push({ call, subject, at, bytes: size });
      bytes += size;
      schedule();
    },
  };
}

/** Returns the names of tokens and clients, which do not change. */
function tokenNames(instance: Parts): (caller: FinishedCall['caller']) => Promise<string | null> {
  const known = new LruMap<string | null>(1_000);
  return async (caller) => {
    const id = tokenIdOf(caller);
    if (id === null) return null;
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const name = await readName(instance, caller);
    known.set(id, name);
    return name;
  };
}

function tokenIdOf(caller: FinishedCall['caller']): string | null {
  if (caller.kind === 'pat') return caller.tokenId;
  if (caller.kind === 'oauth2') return caller.clientId;
  return caller.kind === 'app_token' ? (caller.scoped?.tokenId ?? null) : null;
}

async function readName(instance: Parts, caller: FinishedCall['caller']): Promise<string | null> {
  if (caller.kind === 'pat') return (await findTokenOf(instance.db, caller.tokenId, caller.userId))?.name ?? null;
  if (caller.kind === 'oauth2') return (await findClientByClientId(instance, caller.clientId))?.name ?? null;
  if (caller.kind !== 'app_token' || caller.scoped === undefined) return null;
  return (await findAppToken(instance.db, caller.scoped.tokenId))?.name ?? null;
}
