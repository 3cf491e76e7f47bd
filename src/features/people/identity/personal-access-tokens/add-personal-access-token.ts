// Creates a personal access token. The token is returned only here, and only its hash is stored.

import type { Origin, Scope } from '../../../../core/access.ts';
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { hashToken, mintToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import type { CredentialChange } from '../notices/notify-owner.ts';
import { insertPersonalAccessToken, type PersonalAccessToken } from '../store.ts';
import { ownedAmong } from './owned-apps-store.ts';

type WantedToken = Omit<PersonalAccessToken, 'id' | 'lastFour'> & { readonly scopes: readonly Scope[] };

/** Throws a Problem that names each app that the owner is not a member of. */
export async function addPersonalAccessToken(
  instance: Pick<Instance, 'newId' | 'seals'> & { readonly db: Queryable },
  wanted: WantedToken,
): Promise<{ record: PersonalAccessToken; token: string }> {
  await refuseForeignApps(instance, wanted.userId, wanted.appIds ?? []);
  const token = mintToken('qpat_');
  const record = { id: instance.newId(), ...wanted, lastFour: token.slice(-4) };
  const hash = hashToken(token);
  const mac = instance.seals.sign('personal_access_token', { ...record, tokenHash: hash });
  await insertPersonalAccessToken(instance.db, record, { hash, mac });
  return { record, token };
}

async function refuseForeignApps(
  { db, seals }: Pick<Instance, 'seals'> & { readonly db: Queryable },
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const own = new Set(await ownedAmong(db, seals, { userId, ids }));
  const errors = ids.flatMap((id, index) =>
    own.has(id) ? [] : [{ field: `app_ids.${index}`, code: 'unknown_app', message: 'You have no such app.' }],
  );
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
}

/** The notice that its owner is mailed about a new token. */
export function newTokenNotice({ id, userId, name, scopes }: PersonalAccessToken, origin: Origin): CredentialChange {
  const says = `The personal access token ${nameInBody(name)} was made, with the scopes ${scopes.join(', ')}.`;
  return { userId, subjectId: id, subject: 'A personal access token was made', says, origin };
}
