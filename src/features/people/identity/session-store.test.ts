// The lifetime and the owner of a browser session.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { addApp, startWebhookInstance } from '../../../../test/rig/webhooks/webhook-instance.ts';
import { newId } from '../../../io/new-id.ts';
import { hashToken } from '../../../io/secrets/token.ts';
import {
  deleteEndedSessions,
  endSession,
  listSessionsOf,
  sessionCookieName,
  sessionOf,
  sessionSeconds,
} from './session-store.ts';

const rig = await startWebhookInstance();
after(() => rig.close());
const { db, seals, publicUrl, log } = rig.instance;
const start = new Date('2026-11-28T12:00:00.000Z');
const hourMillis = 3_600_000;

const later = (millis: number) => new Date(start.getTime() + millis);

/** Creates a session that starts at `start`, and returns its Cookie header. */
async function signIn(userId: string) {
  const token = randomBytes(16).toString('hex');
  const row = { id: newId(), userId, tokenHash: hashToken(token), createdAt: start, provedAt: null };
  await db.query(
    `insert into sessions (id, user_id, token_hash, mac, expires_at, last_used_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6)`,
    [row.id, userId, row.tokenHash, seals.sign('session', row), later(sessionSeconds * 1000), start],
  );
  return { id: row.id, cookie: `${sessionCookieName(publicUrl)}=${token}.signature` };
}

async function newUser(): Promise<string> {
  const [row] = await db.query<{ owner_id: string }>('select owner_id from apps where id = $1', [
    await addApp(rig.instance),
  ]);
  return row?.owner_id as string;
}

const ownerAt = async (cookie: string, now: Date) =>
  (await sessionOf({ db, seals, publicUrl, log, clock: { now: () => now } }, cookie))?.userId ?? null;

test('a session ends after a day without use, and each use is the beginning of another day', async () => {
  const userId = await newUser();
  const { cookie } = await signIn(userId);
  assert.equal(await ownerAt(cookie, later(24 * hourMillis)), null);
  assert.equal(await ownerAt(cookie, later(24 * hourMillis - 1)), userId);
  assert.equal(await ownerAt(cookie, later(48 * hourMillis - 2)), userId);
  assert.equal(await ownerAt(cookie, later(72 * hourMillis - 2)), null);
});

test('a session ends seven days after the sign-in, however much it is used', async () => {
  const userId = await newUser();
  const { cookie } = await signIn(userId);
  for (let hours = 12; hours < 7 * 24; hours += 12)
    assert.equal(await ownerAt(cookie, later(hours * hourMillis)), userId, `${hours}`);
  assert.equal(await ownerAt(cookie, later(sessionSeconds * 1000 - 1)), userId);
  assert.equal(await ownerAt(cookie, later(sessionSeconds * 1000)), null);
});

test('a session that was changed past the service lets no one in', async () => {
  const [thief, owner] = [await newUser(), await newUser()];
  for (const [change, value] of [
    ['user_id', owner],
    ['proved_at', later(1)],
    ['mac', null],
    ['mac', Buffer.alloc(32)],
  ] as const) {
    const { id, cookie } = await signIn(thief);
    await db.query(`update sessions set ${change} = $2 where id = $1`, [id, value]);
    assert.equal(await ownerAt(cookie, later(1)), null, change);
  }
});

test('a person sees and ends only sessions of their own', async () => {
  const [one, other] = [await newUser(), await newUser()];
  const [mine, theirs] = [await signIn(one), await signIn(other)];
  assert.deepEqual(
    (await listSessionsOf(db, one, later(1))).map(({ id }) => id),
    [mine.id],
  );
  assert.deepEqual(await listSessionsOf(db, one, later(24 * hourMillis)), []);
  assert.equal(await endSession(db, theirs.id, one), false);
  assert.equal(await ownerAt(theirs.cookie, later(1)), other);
  assert.equal(await endSession(db, mine.id, one), true);
  assert.equal(await ownerAt(mine.cookie, later(1)), null);
});

test('only sessions that are over are deleted', async () => {
  await db.query('delete from sessions');
  const userId = await newUser();
  await signIn(userId);
  assert.equal(await deleteEndedSessions(db, later(24 * hourMillis), 10), 0);
  assert.equal(await deleteEndedSessions(db, later(24 * hourMillis + 1), 10), 1);
});
