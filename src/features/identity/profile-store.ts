// What a person is called, for those whom the person lets know it.
import type { Queryable } from '../../io/db/database.ts';

export interface Profile {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly image: string | null;
  readonly updatedAt: Date;
}

export async function findProfile(db: Queryable, userId: string): Promise<Profile | null> {
  const [row] = await db.query<{
    email: string;
    email_verified: boolean;
    name: string;
    image: string | null;
    updated_at: Date;
  }>('select email, email_verified, name, image, updated_at from users where id = $1', [userId]);
  if (row === undefined) return null;
  return {
    email: row.email,
    emailVerified: row.email_verified,
    name: row.name,
    image: row.image,
    updatedAt: row.updated_at,
  };
}
