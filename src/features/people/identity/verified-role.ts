// Reads a user's role and verifies its MAC.
import type { Queryable } from '../../../io/db/database.ts';
import { holdsOrNotes } from '../../../io/db/sealed/sealed-row-type.ts';

export type Role = 'operator' | 'merchant';

interface StoredRole {
  readonly id: string;
  readonly role: Role;
  readonly roleMac: Uint8Array | null;
}

/** Returns the role, or `merchant` if the MAC is invalid, which is recorded. */
export function soundRole(db: Queryable, { id, role, roleMac }: StoredRole): Role {
  const row = { kind: 'user_role', table: 'users', id, appId: null };
  return holdsOrNotes(db, row, [id, role], roleMac) ? role : 'merchant';
}
