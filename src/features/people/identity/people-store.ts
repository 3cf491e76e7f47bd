// SQL that lists accounts for operators.
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import {
  boolean,
  bytes,
  computed,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import { type Role, soundRole } from './verified-role.ts';

const person = rowType({
  id: uuid,
  name: text,
  email: text,
  role: oneOf<Role>(),
  roleMac: nullable(bytes),
  emailVerified: boolean,
  twoFactorEnabled: boolean,
  lastSeenAt: computed('(select max(last_used_at) from sessions where user_id = users.id)', nullable(time)),
  createdAt: time,
});
/** A role that the service did not sign counts as `merchant`. */
export type ListedPerson = Omit<RowOf<typeof person>, 'roleMac'>;

const operator = rowType({ id: uuid, email: text, role: oneOf<Role>(), roleMac: nullable(bytes) });
export type Operator = Pick<RowOf<typeof operator>, 'id' | 'email'>;

/** Returns the newest first, one more than the limit. */
export async function listPeople(db: Queryable, { limit, after, created }: Page): Promise<ListedPerson[]> {
  const rows = await db.query(
    `select ${person.columns} from users
     where id < ${idOrLast('$1')} and ${createdWithin('$3', '$4')} order by id desc limit $2 + 1`,
    [after?.id ?? null, limit, created.from, created.before],
  );
  return person.all(rows).map(({ roleMac, ...one }) => ({ ...one, role: soundRole(db, { ...one, roleMac }) }));
}

/** Returns the number of accounts, and how many of them are operators. */
export async function countRoles(db: Queryable): Promise<{ readonly people: number; readonly operators: number }> {
  const people = await countPeople(db);
  return { people, operators: (await listOperators(db)).length };
}

/** Leaves out people whose role the service did not sign. */
export async function listOperators(db: Queryable): Promise<Operator[]> {
  const rows = operator.all(
    await db.query(`select ${operator.columns} from users where role = 'operator' order by id`),
  );
  return rows.filter((row) => soundRole(db, row) === 'operator');
}

export async function countPeople(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: string }>('select count(*) from users');
  return Number(row?.count ?? 0);
}
