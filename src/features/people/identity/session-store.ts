// All SQL of browser sessions outside the sign-in, and the only lookup of a session by its cookie.
import { cookieNameOn } from '../../../core/urls/public-path.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type RowOf, readAs, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import { readCookie } from '../../../io/http/browser/cookies.ts';
import { hashToken } from '../../../io/secrets/token.ts';
import type { Instance } from '../../instance.ts';
import type { SealedRow } from '../../known/row-seals/sealed-rows.ts';

export interface BrowserSession {
  readonly sessionId: string;
  readonly userId: string;
  /** When the person last proved their presence: at the sign-in, or at a later step-up. */
  readonly provedAt: Date;
}

/** The lifetime of a session in seconds, from the sign-in, whether or not it is used. */
export const sessionSeconds = 7 * 24 * 3600;
/** An unused session ends after this time. */
const idleMillis = 24 * 3600 * 1000;
/** Uses are recorded at this interval, so that not every request writes. */
const recordMillis = 60_000;

export function sessionCookieName(publicUrl: string): string {
  return cookieNameOn(publicUrl, 'quittance_session');
}

/**
 * Returns the session token in the cookie. The signature after it is ignored, because the token's hash must match a
 * stored one anyway.
 */
export function sessionTokenIn(cookieHeader: string | undefined, publicUrl: string): string | null {
  const value = readCookie(cookieHeader, sessionCookieName(publicUrl));
  if (value === null) return null;
  const cut = value.indexOf('.');
  return cut > 0 ? value.slice(0, cut) : null;
}

/**
 * Returns the live session of this Cookie header and records its use. Returns null if there is none, it has ended, or
 * the token is invalid.
 */
export async function sessionOf(
  instance: Pick<Instance, 'publicUrl' | 'clock' | 'seals' | 'log'> & { readonly db: Queryable },
  cookieHeader: string | undefined,
): Promise<BrowserSession | null> {
  const token = sessionTokenIn(cookieHeader, instance.publicUrl);
  if (token === null) return null;
  const now = instance.clock.now();
  const rows = await instance.db.query<SessionRow & { last_used_at: Date }>(
    `select ${sessionColumns}, last_used_at from sessions
     where token_hash = $1 and expires_at > $2 and last_used_at > $3`,
    [hashToken(token), now, idleLimit(now)],
  );
  const row = rows[0];
  if (row === undefined) return null;
  if (!instance.seals.verify('session', sealedSession(row), row.mac)) {
    instance.log.error(
      { event: 'session.tampered', session: row.id },
      'a session was changed outside the service; rejected',
    );
    return null;
  }
  if (now.getTime() - row.last_used_at.getTime() > recordMillis) {
    await instance.db.query('update sessions set last_used_at = $2 where id = $1 and last_used_at < $2', [row.id, now]);
  }
  return { sessionId: row.id, userId: row.user_id, provedAt: row.proved_at ?? row.created_at };
}

/** The fields that a session's MAC covers, and the MAC. */
export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly token_hash: Buffer;
  readonly created_at: Date;
  readonly proved_at: Date | null;
  readonly mac: Buffer | null;
}

export const sessionColumns = 'id, user_id, token_hash, created_at, proved_at, mac';

export function sealedSession(row: Omit<SessionRow, 'mac'>): SealedRow<'session'> {
  const { id, user_id: userId, token_hash: tokenHash, created_at: createdAt, proved_at: provedAt } = row;
  return { id, userId, tokenHash, createdAt, provedAt };
}

/** Returns the time after which a live session must have been used. */
export function idleLimit(now: Date): Date {
  return new Date(now.getTime() - idleMillis);
}

const session = rowType({
  id: uuid,
  ipAddress: readAs(text, (address) => address || null),
  userAgent: readAs(text, (agent) => agent || null),
  lastUsedAt: time,
  expiresAt: time,
  createdAt: time,
});
export type SessionRecord = RowOf<typeof session>;

/** Returns the person's live sessions, newest first. */
export async function listSessionsOf(db: Queryable, userId: string, now: Date): Promise<SessionRecord[]> {
  const rows = await db.query(
    `select ${session.columns} from sessions
     where user_id = $1 and expires_at > $2 and last_used_at > $3 order by id desc limit 100`,
    [userId, now, idleLimit(now)],
  );
  return session.all(rows);
}

/** Ends a session of this person. Returns false if there is none. */
export async function endSession(db: Queryable, id: string, userId: string): Promise<boolean> {
  const rows = await db.query('delete from sessions where id = $1 and user_id = $2 returning id', [id, userId]);
  return rows.length > 0;
}

export async function endSessionWithToken(db: Queryable, token: string): Promise<void> {
  await db.query('delete from sessions where token_hash = $1', [hashToken(token)]);
}

/**
 * Invalidates every link and every half-finished sign-in of this person. Returns the person's e-mail address, or null
 * if there is no such person.
 */
export async function spendLinksOf(trx: Queryable, userId: string): Promise<string | null> {
  await trx.query('delete from verifications where value = $1', [userId]);
  const [row] = await trx.query<{ email: string }>('select email from users where id = $1', [userId]);
  return row?.email ?? null;
}

/** Deletes at most `limit` sessions that ended before `before`. Returns how many it deleted. */
export async function deleteEndedSessions(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from sessions where id in (
       select id from sessions where expires_at < $1 or last_used_at < $2 limit $3) returning 1`,
    [before, idleLimit(before), limit],
  );
  return rows.length;
}

/**
 * Deletes at most `limit` links and half-finished sign-ins that expired before `before`. Returns how many it deleted.
 */
export async function deleteExpiredLinks(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from verifications where id in (select id from verifications where expires_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}
