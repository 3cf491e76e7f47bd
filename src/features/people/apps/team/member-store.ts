// All SQL of team members and open invitations. Roles are read from the view app_roles, which is built on this table.
import type { Role } from '../../../../core/access/team.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../../io/db/keyset.ts';
import { bytes, computed, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import type { Page } from '../../../../io/http/page.ts';

const member = rowType({
  id: uuid,
  appId: uuid,
  /** Null for an open invitation. */
  userId: nullable(uuid),
  role: oneOf<Role>(),
  roleSince: time,
  mac: nullable(bytes),
  /** SHA-256 of the secret in the invitation's link. Null after it was accepted, and so is the invitation's MAC. */
  inviteHash: nullable(bytes),
  inviteMac: nullable(bytes),
  /** The person's current e-mail address, or the address of the invitation. */
  reachedAt: computed('coalesce(email, (select u.email from users u where u.id = user_id))', text),
  name: computed('(select u.name from users u where u.id = user_id)', nullable(text)),
  /** When the invitation expires. Null after it was accepted. */
  inviteEndsAt: nullable(time),
  createdAt: time,
  updatedAt: time,
});
export type AppMember = RowOf<typeof member>;

/** A mailed invitation. `hash` is the SHA-256 of the secret in its link. */
export interface Invitation {
  readonly id: string;
  readonly appId: string;
  readonly email: string;
  readonly role: Role;
  readonly hash: Buffer;
  readonly endsAt: Date;
  readonly mac: Buffer;
}

/** Writes an invitation, replaces an open one for the same address, and returns it. The app must be locked. */
export async function writeInvitation(trx: Queryable, made: Invitation, now: Date): Promise<AppMember> {
  const { id, appId, email, role, hash, endsAt, mac } = made;
  const rows = await trx.query(
    `insert into app_members
       (id, app_id, role, role_since, email, invite_hash, invite_ends_at, invite_mac, created_at, updated_at)
     values ($1, $2, $3, $7, $4, $5, $6, $8, $7, $7)
     on conflict (app_id, lower(email)) where email is not null do update
       set role = excluded.role, role_since = excluded.role_since, invite_hash = excluded.invite_hash,
         invite_ends_at = excluded.invite_ends_at, invite_mac = excluded.invite_mac, updated_at = excluded.updated_at
     returning ${member.columns}`,
    [id, appId, role, email, hash, endsAt, now, mac],
  );
  return member.read(rows[0] ?? {});
}

export async function findMember(db: Queryable, id: string): Promise<AppMember | null> {
  return member.one(await db.query(`select ${member.columns} from app_members where id = $1`, [id]));
}

/** Returns the member or invitation with this address, or null. */
export async function findMemberByEmail(db: Queryable, appId: string, email: string): Promise<AppMember | null> {
  return member.one(
    await db.query(
      `select ${member.columns} from app_members where app_id = $1
         and lower(coalesce(email, (select u.email from users u where u.id = user_id))) = lower($2)
       order by user_id nulls last limit 1`,
      [appId, email],
    ),
  );
}

/** Returns the invitation with this link hash, unless it expired before `now`, or null. */
export async function findInvitation(db: Queryable, hash: Buffer, now: Date): Promise<AppMember | null> {
  return member.one(
    await db.query(`select ${member.columns} from app_members where invite_hash = $1 and invite_ends_at > $2`, [
      hash,
      now,
    ]),
  );
}

/** Returns members and invitations of these apps, newest first, one more than the limit. */
export async function listMembers(
  db: Queryable,
  appIds: readonly string[],
  { limit, after, created }: Page,
): Promise<AppMember[]> {
  const rows = await db.query(
    `select ${member.columns} from app_members
     where app_id = any($1::uuid[]) and id < ${idOrLast('$2')} and ${createdWithin('$4', '$5')}
     order by id desc limit $3 + 1`,
    [appIds, after?.id ?? null, limit, created.from, created.before],
  );
  return member.all(rows);
}

export async function countMembers(trx: Queryable, appId: string): Promise<number> {
  const [row] = await trx.query<{ members: number }>(
    'select count(*)::int as members from app_members where app_id = $1',
    [appId],
  );
  return row?.members ?? 0;
}

/** Turns the invitation into a membership of the person. */
export async function acceptInvitation(trx: Queryable, accepted: AppMember): Promise<void> {
  const { id, userId, roleSince, mac } = accepted;
  await trx.query(
    `update app_members set user_id = $2, email = null, invite_hash = null, invite_ends_at = null,
       invite_mac = null, role_since = $3, created_at = $3, updated_at = $3, mac = $4 where id = $1`,
    [id, userId, roleSince, mac],
  );
}

export async function updateRole(trx: Queryable, { id, role, roleSince, mac }: AppMember): Promise<void> {
  await settleFinding(trx, id, roleSince);
  await trx.query('update app_members set role = $2, role_since = $3, updated_at = $3, mac = $4 where id = $1', [
    id,
    role,
    roleSince,
    mac,
  ]);
}

/** Returns the person's row in the app, or null if they are not a member. */
export async function findMemberOf(db: Queryable, appId: string, userId: string): Promise<AppMember | null> {
  return member.one(
    await db.query(`select ${member.columns} from app_members where app_id = $1 and user_id = $2`, [appId, userId]),
  );
}

/** Marks the finding of a tampered row as settled, because an owner has dealt with the row. */
async function settleFinding(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx.query(
    `update tamper_findings set settled_at = $2
     where subject_type = 'member' and subject_id = $1 and settled_at is null`,
    [id, now],
  );
}

export async function deleteMember(trx: Queryable, id: string, now: Date): Promise<void> {
  await settleFinding(trx, id, now);
  await trx.query('delete from app_members where id = $1', [id]);
}

interface UnsignedMaker {
  readonly member: AppMember;
  readonly ownerId: string;
  readonly tokenHash: Buffer;
  readonly tokenMac: Buffer | null;
}

/** Returns the next creators after this app id that have always been owners, in rows without a MAC. */
export async function unsignedMakers(db: Queryable, after: string, limit: number): Promise<UnsignedMaker[]> {
  const rows = await db.query<{ owner_id: string; token_hash: Buffer; token_mac: Buffer | null }>(
    `select ${member.columns}, a.owner_id, a.token_hash, a.token_mac
     from (select * from app_members where mac is null and id = app_id and user_id is not null) app_members
     join (select id as of_app, owner_id, token_hash, token_mac from apps) a
       on a.of_app = app_id and a.owner_id = user_id
     where role = 'owner' and role_since = created_at and id > $1 order by id limit $2`,
    [after, limit],
  );
  return rows.map(({ owner_id: ownerId, token_hash: tokenHash, token_mac: tokenMac, ...row }) => ({
    member: member.read(row),
    ownerId,
    tokenHash,
    tokenMac,
  }));
}

/** Skips a row that was signed meanwhile. */
export async function signMaker(db: Queryable, id: string, mac: Buffer): Promise<void> {
  await db.query('update app_members set mac = $2 where id = $1 and mac is null', [id, mac]);
}

/** Deletes at most `limit` invitations that expired before `before`. Returns how many it deleted. */
export async function deleteEndedInvitations(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from app_members where id in (select id from app_members where invite_ends_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}
