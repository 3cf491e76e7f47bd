// SQL that finds the apps of a person. A personal access token can be limited to those.
import type { Member } from '../../../../core/access/team.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { RowSeals } from '../../../known/row-seals/sealed-rows.ts';

/** Returns the ids among these that are apps, archived or not, in which this person has a role. */
export async function ownedAmong(
  db: Queryable,
  seals: RowSeals,
  { userId, ids }: { readonly userId: string; readonly ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ appId: string; member: Member }>(
    `select app_id as "appId",
       jsonb_build_object('id', id, 'role', role, 'since', role_since, 'mac', encode(mac, 'hex')) as member
     from app_roles where user_id = $1 and app_id = any($2::uuid[])`,
    [userId, ids],
  );
  return rows.filter(({ appId, member }) => seals.isMember(appId, userId, member)).map(({ appId }) => appId);
}
