// A new personal access token: the text is answered this once, only its hash is kept.
import type { Scope } from '../../core/access.ts';
import type { Queryable } from '../../io/db/database.ts';
import { hashToken, mintToken } from '../../io/secrets/token.ts';
import type { Instance } from '../instance.ts';
import { insertPersonalAccessToken, type PersonalAccessToken } from './store.ts';

export async function addPersonalAccessToken(
  instance: Pick<Instance, 'clock' | 'newId' | 'seals'> & { readonly db: Queryable },
  wanted: { userId: string; name: string; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<{ record: PersonalAccessToken; token: string }> {
  const token = mintToken('qpat_');
  const record = { id: instance.newId(), ...wanted, lastFour: token.slice(-4), createdAt: instance.clock.now() };
  const tokenHash = hashToken(token);
  const mac = instance.seals.sign('personal_access_token', { ...record, tokenHash });
  await insertPersonalAccessToken(instance.db, record, { hash: tokenHash, mac });
  return { record, token };
}
