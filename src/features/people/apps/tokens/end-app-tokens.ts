// Deletes scoped tokens of apps, and records each deletion in the audit log of the app.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import type { LostAccount } from '../../identity/notices/end-access.ts';
import { listOwners } from '../store.ts';
import {
  type AppToken,
  deleteAppToken,
  deleteTokensMadeBy,
  deleteTokensOfMember,
  findAppToken,
} from './app-token-store.ts';
import { appTokenView } from './app-token-view.ts';

type Parts = Pick<Instance, 'newId' | 'clock' | 'seals'>;

export async function recordEnd(trx: Queryable, instance: Parts, token: AppToken, by: ChangedBy): Promise<void> {
  const subject = { of: { appId: token.appId }, subjectId: token.id };
  await auditChange(trx, instance, by, {
    ...subject,
    action: 'app_token.revoked',
    before: appTokenView(token),
    after: null,
  });
}

/** Deletes the tokens of a member who leaves. Returns how many. */
export async function endTokensOfMember(
  trx: Queryable,
  instance: Parts,
  memberId: string,
  by: ChangedBy,
): Promise<number> {
  return recordEnds(trx, instance, await deleteTokensOfMember(trx, memberId), by);
}

/**
 * Deletes all tokens that the person made, and the token that they were mailed about. Another member of an app that the
 * person owns may have made that one. Returns how many.
 */
export async function endTokensOfAccount(
  trx: Queryable,
  instance: Parts,
  { userId, subjectId, by }: LostAccount,
): Promise<number> {
  const ended = await deleteTokensMadeBy(trx, userId);
  const other = subjectId === null ? null : await findAppToken(trx, subjectId);
  if (other !== null && (await isOwner(trx, instance, other.appId, userId))) {
    const token = await deleteAppToken(trx, other.id);
    if (token !== null) ended.push(token);
  }
  return recordEnds(trx, instance, ended, by);
}

async function isOwner(trx: Queryable, instance: Parts, appId: string, userId: string): Promise<boolean> {
  return (await listOwners(trx, instance, appId)).some(({ id }) => id === userId);
}

async function recordEnds(
  trx: Queryable,
  instance: Parts,
  tokens: readonly AppToken[],
  by: ChangedBy,
): Promise<number> {
  for (const token of tokens) await recordEnd(trx, instance, token, by);
  return tokens.length;
}
