// Who owns an app: the people who are told where its money goes, and may decide about it.
import type { Queryable } from '../../io/db/database.ts';
import { type RowOf, rowType, text, uuid } from '../../io/db/row-type.ts';

const owner = rowType({ id: uuid, email: text });
export type AppOwner = RowOf<typeof owner>;

/** Today each app has one owner; who is added as another later is found here as well. */
export async function listOwners(db: Queryable, appId: string): Promise<AppOwner[]> {
  const rows = await db.query(
    'select u.id, u.email from apps a join users u on u.id = a.owner_id where a.id = $1 order by u.id',
    [appId],
  );
  return owner.all(rows);
}
