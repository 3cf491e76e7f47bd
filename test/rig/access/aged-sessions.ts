// Makes sign-ins older, and signs their rows as the service would have done at that time.
import type { Database } from '../../../src/io/db/database.ts';
import { signRows } from './signed-rows.ts';

/** One session, or all sessions of a person. */
type Whose = { readonly session: string } | { readonly email: string };

/** Moves sign-ins and later proofs of identity back by some minutes. */
export async function ageSessions(
  { db, service }: { readonly db: Database; readonly service: { readonly dataDir: string } },
  whose: Whose,
  minutes: number,
): Promise<void> {
  const whom = 'session' in whose ? 'id = $1' : 'user_id = (select id from users where email = $1)';
  // In one commit, because the service ends a session whose signature does not match.
  await db.atomically(async (trx) => {
    const rows = await trx.query<{ id: string }>(
      `update sessions set created_at = created_at - make_interval(mins => $2),
         proved_at = proved_at - make_interval(mins => $2) where ${whom} returning id`,
      ['session' in whose ? whose.session : whose.email, minutes],
    );
    const ids = rows.map(({ id }) => id);
    await signRows({ db: trx, service }, 'session', ids);
  });
}
