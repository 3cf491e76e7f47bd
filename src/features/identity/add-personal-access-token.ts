// A new personal access token: the text is answered this once, only its hash is kept.
import type { Origin, Scope } from '../../core/access.ts';
import type { Queryable } from '../../io/db/database.ts';
import { hashToken, mintToken } from '../../io/secrets/token.ts';
import type { Instance } from '../instance.ts';
import type { CredentialChange } from './notices/notify-owner.ts';
import { insertPersonalAccessToken, type PersonalAccessToken } from './store.ts';

export async function addPersonalAccessToken(
  instance: Pick<Instance, 'clock' | 'newId'> & { readonly db: Queryable },
  wanted: { userId: string; name: string; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<{ record: PersonalAccessToken; token: string }> {
  const token = mintToken('qpat_');
  const record = { id: instance.newId(), ...wanted, lastFour: token.slice(-4), createdAt: instance.clock.now() };
  await insertPersonalAccessToken(instance.db, record, hashToken(token));
  return { record, token };
}

/** What its owner is mailed of a new token. */
export function newTokenNotice({ id, userId, name, scopes }: PersonalAccessToken, origin: Origin): CredentialChange {
  const says = `The personal access token ${name} was made, with the scopes ${scopes.join(', ')}.`;
  return { userId, subjectId: id, subject: 'A personal access token was made', says, origin };
}
