// Stores the answers of requests with an Idempotency-Key in the same commit as their effect.
import { Problem, type ProblemCode } from '../../../core/problem.ts';
import { coalesce, pointReads } from '../../../io/db/coalesce.ts';
import { RowTampered } from '../../../io/db/sealed/sealed-row-type.ts';
import { isUniqueViolation } from '../../../io/db/sql-fault.ts';
import type { IdempotencyStore, Kept } from '../../../io/http/idempotency.ts';
import { Answer, type IdempotentRequest } from '../../../io/http/operation.ts';
import { problemBody } from '../../../io/http/problem-answer.ts';
import type { Instance } from '../../instance.ts';
import { findRecord, findRecords, insertRecord, type KeptRecord, type NewRecord, takeKey } from './store.ts';

type Dependencies = Pick<Instance, 'db' | 'vault' | 'clock' | 'publicUrl'>;

export function idempotencyStore(instance: Dependencies): IdempotencyStore {
  const find = coalesce(
    (requests: readonly IdempotentRequest[]) => findRecords(instance.db.byKey, requests),
    pointReads,
  );
  const sealed = (request: IdempotentRequest, status: number, body: unknown): NewRecord => {
    const createdAt = instance.clock.now();
    return { request, status, bodySealed: sealBody(instance, request, body, createdAt), createdAt };
  };
  return {
    find: async (request) => openRecord(instance, request, await find(request)),
    commitOnce: (db, request, status, act) =>
      db.atomically(async (trx) => {
        if (!(await takeKey(trx, request))) throw inProgress();
        // Another node may have committed between the first lookup and the lock.
        if ((await findRecord(trx, request)) !== null) throw inProgress();
        const result = await act(trx);
        const body = result instanceof Answer ? result.body : result;
        const actual = result instanceof Answer ? (result.status ?? status) : status;
        await insertRecord(trx, sealed(request, actual, body));
        return result;
      }),
    afterFailure: async (db, request, error, requestId) => {
      if (!(error instanceof Problem)) return null;
      const kept = openRecord(instance, request, await findRecord(db, request));
      if (kept !== null || !isFinal(error)) return kept;
      const body = problemBody(error, requestId, instance.publicUrl);
      try {
        await insertRecord(db, sealed(request, error.status, body));
      } catch (failure) {
        if (!isUniqueViolation(failure)) throw failure;
        // Another request with the same key was rejected at the same time. One of the two answers is stored and
        // repeated from now on.
        return openRecord(instance, request, await findRecord(db, request));
      }
      return null;
    },
  };
}

/** Seals the body with the instance's key, bound to the caller, operation and idempotency key. */
function sealBody(instance: Pick<Dependencies, 'vault'>, request: IdempotentRequest, body: unknown, at: Date): Buffer {
  return instance.vault.seal(JSON.stringify(body ?? null), bodyContext(request), bodyDrawer(request, at));
}

function openRecord(instance: Dependencies, request: IdempotentRequest, record: KeptRecord | null): Kept | null {
  if (record === null) return null;
  if (!record.fingerprint.equals(request.fingerprint)) throw new Problem('idempotency_key_reused');
  if (record.tampered !== null) throw new RowTampered(record.tampered);
  const { status, hadProof } = record;
  const apps = record.apps?.filter((id) => id !== null) ?? [];
  if (record.bodySealed === null) return { status, body: record.told, apps, hadProof };
  const text = instance.vault.open(record.bodySealed, bodyContext(request), bodyDrawer(request, record.createdAt));
  return { status, body: JSON.parse(text), apps, hadProof };
}

/**
 * A rejection of the request itself is stored. Not stored are problems that ask for a retry or a sign-in, and problems
 * with the idempotency key.
 */
const passing: readonly ProblemCode[] = [
  'request_in_progress',
  'idempotency_key_reused',
  'rate_limited',
  'not_authenticated',
  'invalid_token',
  'reauthentication_required',
];

function isFinal(problem: Problem): boolean {
  return problem.status < 500 && !passing.includes(problem.code);
}

function inProgress(): Problem {
  return new Problem('request_in_progress', { headers: { 'retry-after': '1' } });
}

export function bodyContext(request: Pick<IdempotentRequest, 'caller' | 'operation' | 'key'>): string {
  return `idempotency:${request.caller}:${request.operation}:${request.key}`;
}

/** Returns the vault drawer for answers to one caller on one day (UTC). */
export function bodyDrawer({ caller }: Pick<IdempotentRequest, 'caller'>, at: Date): string {
  return `idempotency:${caller}:${Math.floor(at.getTime() / 86_400_000)}`;
}
