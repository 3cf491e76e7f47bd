// Sign-ins that are older than they are: written and signed as the service would have done back then.
import { rowSeals } from '../../../src/features/row-seals/sealed-rows.ts';
import type { Database } from '../../../src/io/db/database.ts';
import { createRowMac } from '../../../src/io/secrets/row-mac.ts';
import { loadSecretKey } from '../../../src/io/secrets/secret-key.ts';

/** Of one session, or of all that a person has. */
type Whose = { readonly session: string } | { readonly email: string };

/** Puts sign-ins, and the proofs since, so many minutes back. */
export async function ageSessions(
  { db, service }: { readonly db: Database; readonly service: { readonly dataDir: string } },
  whose: Whose,
  minutes: number,
): Promise<void> {
  const seals = rowSeals(createRowMac([await loadSecretKey(service.dataDir, null)]));
  const rows = await db.query<{
    id: string;
    userId: string;
    tokenHash: Buffer;
    createdAt: Date;
    provedAt: Date | null;
  }>(
    `update sessions set created_at = created_at - make_interval(mins => $2),
       proved_at = proved_at - make_interval(mins => $2)
     where ${'session' in whose ? 'id = $1' : 'user_id = (select id from users where email = $1)'}
     returning id, user_id as "userId", token_hash as "tokenHash", created_at as "createdAt", proved_at as "provedAt"`,
    ['session' in whose ? whose.session : whose.email, minutes],
  );
  for (const row of rows)
    await db.query('update sessions set mac = $2 where id = $1', [row.id, seals.sign('session', row)]);
}
