// Finds a member or an invitation of one of the caller's apps.
import type { Caller } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { lockOwnApp, ownAppOrNull } from '../own-app.ts';
import type { App } from '../store.ts';
import { type AppMember, findMember } from './member-store.ts';

/** Throws Problem not_found for a member of any other app. */
export async function ownMember(db: Queryable, id: string, caller: Caller): Promise<AppMember> {
  const member = isUuid(id) ? await findMember(db, id) : null;
  if (member === null || (await ownAppOrNull(db, member.appId, caller)) === null) throw new Problem('not_found');
  return member;
}

/** Like ownMember, and locks the app, archived or not, until the commit, so that its team does not change meanwhile. */
export async function lockOwnMember(
  trx: Queryable,
  id: string,
  caller: Caller,
): Promise<{ member: AppMember; app: App }> {
  const { appId } = await ownMember(trx, id, caller);
  const app = await lockOwnApp(trx, appId, caller);
  // It may have been deleted while this waited for the lock.
  const member = await findMember(trx, id);
  if (member === null) throw new Problem('not_found');
  return { member, app };
}
