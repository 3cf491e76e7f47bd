// SQL for proofs that better-auth does not handle: it keeps one-time codes from being used twice, and records a
// session's latest proof.
import type { Queryable } from '../../../../io/db/database.ts';
import type { RowSeals, SealedRow, SealedTables } from '../../../known/row-seals/sealed-rows.ts';
import { type SessionRow, sealedSession, sessionColumns } from '../session-store.ts';

/** The means by which a person can prove their presence. */
export interface Proofs {
  readonly passwordHash: string | null;
  readonly hasSecondFactor: boolean;
  readonly hasPasskey: boolean;
}

/** Ignores a password that was written outside the service. */
export async function findProofsOf({ db, seals }: SealedTables, userId: string): Promise<Proofs | null> {
  const [row] = await db.query<{ second_factor: boolean; passkey: boolean }>(
    `select u.two_factor_enabled as second_factor, exists (select from passkeys p where p.user_id = u.id) as passkey
     from users u where u.id = $1`,
    [userId],
  );
  if (row === undefined) return null;
  const [account] = await db.query<SealedRow<'account'> & { password: string; mac: Buffer | null }>(
    `select id, user_id as "userId", provider_id as "providerId", account_id as "accountId", password, mac
     from accounts where user_id = $1 and provider_id = 'credential' and password is not null`,
    [userId],
  );
  const isOurs = account !== undefined && seals.verify('account', account, account.mac);
  return {
    passwordHash: isOurs ? account.password : null,
    hasSecondFactor: row.second_factor,
    hasPasskey: row.passkey,
  };
}

/**
 * Records that the session's person proved their presence. Returns false if the session has ended, or was changed
 * outside the service.
 */
export async function recordProof(trx: Queryable, seals: RowSeals, sessionId: string, now: Date): Promise<boolean> {
  const [row] = await trx.query<SessionRow>(`select ${sessionColumns} from sessions where id = $1 for no key update`, [
    sessionId,
  ]);
  if (row === undefined || !seals.verify('session', sealedSession(row), row.mac)) return false;
  const mac = seals.sign('session', sealedSession({ ...row, proved_at: now }));
  await trx.query('update sessions set proved_at = $2, mac = $3 where id = $1', [sessionId, now, mac]);
  return true;
}

/**
 * Claims the 30-second step of a code. Returns false if this step or a newer one was claimed before. If two claims run
 * concurrently, only one succeeds.
 */
export async function claimCodeStep(db: Queryable, id: string, step: number): Promise<boolean> {
  const rows = await db.query(
    'update two_factors set last_step = $2 where id = $1 and (last_step is null or last_step < $2) returning id',
    [id, step],
  );
  return rows.length > 0;
}

/** Deletes a person's one-time code secret and recovery codes. Returns false if there were none. */
export async function deleteSecondFactorOf(trx: Queryable, userId: string): Promise<boolean> {
  return (await trx.query('delete from two_factors where user_id = $1 returning 1', [userId])).length > 0;
}
