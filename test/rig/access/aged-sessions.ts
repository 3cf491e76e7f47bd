// Sign-ins that are older than they are: written and signed as the service would have done back then.
import type { Database } from '../../../src/io/db/database.ts';
import { signRows } from './signed-rows.ts';

/** Of one session, or of all that a person has. */
type Whose = { readonly session: string } | { readonly email: string };

/** Puts sign-ins, and the proofs since, so many minutes back. */
export async function ageSessions(
  { db, service }: { readonly db: Database; readonly service: { readonly dataDir: string } },
  whose: Whose,
  minutes: number,
): Promise<void> {
  const whom = 'session' in whose ? 'id = $1' : 'user_id = (select id from users where email = $1)';
  // In one commit: a session whose signature does not fit yet signs its page out.
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
