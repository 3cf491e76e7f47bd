// All SQL of the link that creates the first account.
import type { Queryable } from '../../../../io/db/database.ts';

export interface SetUpLink {
  /** The link's code is a MAC over the seed. */
  readonly seed: string;
  readonly expiresAt: Date;
}

const columns = 'seed, expires_at as "expiresAt"';

/** Extends the live link to `expiresAt`, or creates a new one with this `seed`. Returns the link. */
export async function extendSetUpLink(db: Queryable, { seed, expiresAt }: SetUpLink, now: Date): Promise<SetUpLink> {
  const [row] = await db.query<SetUpLink>(
    `insert into setup_links as held (seed, expires_at) values ($1, $2)
     on conflict (only_row) do update set
       seed = case when held.expires_at > $3 then held.seed else excluded.seed end,
       expires_at = greatest(held.expires_at, excluded.expires_at)
     returning ${columns}`,
    [seed, expiresAt, now],
  );
  if (row === undefined) throw new Error('The set-up link was not written.');
  return row;
}

export async function findSetUpLink(db: Queryable): Promise<SetUpLink | null> {
  return (await db.query<SetUpLink>(`select ${columns} from setup_links`))[0] ?? null;
}

/** Consumes the link. Returns false if it was already used. If two requests use it concurrently, only one gets true. */
export async function spendSetUpLink(trx: Queryable, seed: string): Promise<boolean> {
  return (await trx.query('delete from setup_links where seed = $1 returning 1', [seed])).length > 0;
}

export async function hasPerson(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from users limit 1')).length > 0;
}
