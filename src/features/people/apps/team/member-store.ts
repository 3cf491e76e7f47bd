// All SQL of who is in the team of an app, and of invitations that wait. Whose an app is, is asked of the view
// app_roles, which is made of this.
import type { Role } from '../../../../core/access/team.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../../io/db/keyset.ts';
import { bytes, computed, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import type { Page } from '../../../../io/http/page.ts';

const member = rowType({
  id: uuid,
  appId: uuid,
  /** null while the invitation waits. */
  userId: nullable(uuid),
  role: oneOf<Role>(),
  roleSince: time,
  mac: nullable(bytes),
  /** SHA-256 of what the invitation's link holds; null once it was accepted, as is the MAC of the invitation. */
  inviteHash: nullable(bytes),
  inviteMac: nullable(bytes),
  /** Where the person is reached today, or where the invitation went. */
  reachedAt: computed('coalesce(email, (select u.email from users u where u.id = user_id))', text),
  name: computed('(select u.name from users u where u.id = user_id)', nullable(text)),
  /** When the invitation ends; null once it was accepted. */
  inviteEndsAt: nullable(time),
  createdAt: time,
  updatedAt: time,
});
export type AppMember = RowOf<typeof member>;

/** An invitation that was mailed: `hash` is of what its link holds. */
export interface Invitation {
  readonly id: string;
  readonly appId: string;
  readonly email: string;
  readonly role: Role;
  readonly hash: Buffer;
  readonly endsAt: Date;
  readonly mac: Buffer;
}

/** Writes an invitation, in the place of the one that waits for this address; answers it. The app must be locked. */
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

/** Who is reached there, be it a member or somebody who was invited; null for nobody. */
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

/** The invitation whose link holds this, unless it ended before `now`; null where there is none. */
export async function findInvitation(db: Queryable, hash: Buffer, now: Date): Promise<AppMember | null> {
  return member.one(
    await db.query(`select ${member.columns} from app_members where invite_hash = $1 and invite_ends_at > $2`, [
      hash,
      now,
    ]),
  );
}

/** Members and invitations of these apps, newest first, one more than the limit. */
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

/** The invitation is this person's role from then on. */
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

/** The person's own row in the app; null for who is no member. */
export async function findMemberOf(db: Queryable, appId: string, userId: string): Promise<AppMember | null> {
  return member.one(
    await db.query(`select ${member.columns} from app_members where app_id = $1 and user_id = $2`, [appId, userId]),
  );
}

/** An owner has seen to a row that was written past the service. */
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

/** The next apps after this id whose maker is still the owner that they were at first, in a row without a MAC. */
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

/** Leaves a row alone that was signed meanwhile. */
export async function signMaker(db: Queryable, id: string, mac: Buffer): Promise<void> {
  await db.query('update app_members set mac = $2 where id = $1 and mac is null', [id, mac]);
}

/** Deletes invitations that ended before then, at most so many; answers how many. */
export async function deleteEndedInvitations(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from app_members where id in (select id from app_members where invite_ends_at < $1 limit $2) returning 1`,
    [before, limit],
  );
  return rows.length;
}
