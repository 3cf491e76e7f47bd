// SQL that reads a person's name, for clients with the person's consent.
import type { Queryable } from '../../../io/db/database.ts';
import { boolean, nullable, type RowOf, rowType, text, time } from '../../../io/db/row-type.ts';

const profile = rowType({
  email: text,
  emailVerified: boolean,
  name: text,
  image: nullable(text),
  updatedAt: time,
});
export type Profile = RowOf<typeof profile>;

export async function findProfile(db: Queryable, userId: string): Promise<Profile | null> {
  return profile.one(await db.query(`select ${profile.columns} from users where id = $1`, [userId]));
}
