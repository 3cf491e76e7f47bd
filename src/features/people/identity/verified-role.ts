// The role of a user, as far as the service signed it.
import type { Queryable } from '../../../io/db/database.ts';
import { holdsOrNotes } from '../../../io/db/sealed/sealed-row-type.ts';

export type Role = 'operator' | 'merchant';

interface StoredRole {
  readonly id: string;
  readonly role: Role;
  readonly roleMac: Uint8Array | null;
}

/** The role; `merchant` if the MAC does not hold, which is noted. */
export function soundRole(db: Queryable, { id, role, roleMac }: StoredRole): Role {
  const row = { kind: 'user_role', table: 'users', id, appId: null };
  return holdsOrNotes(db, row, [id, role], roleMac) ? role : 'merchant';
}
