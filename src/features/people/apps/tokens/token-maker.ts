// Checks a further token of an app: its maker, its scopes, and the number of tokens.
import { type AppTokenScope, isWithinRole } from '../../../../core/access/app-token-scopes.ts';
import type { Role } from '../../../../core/access/team.ts';
import { type Caller, roleIn } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { personOf } from '../../identity/person.ts';
import type { App } from '../store.ts';
import { countAppTokens } from './app-token-store.ts';

export const maxTokens = 50;

/** The member that makes a token of the app. Throws Problem not_found for any other caller. */
export function makerIn(app: App, caller: Caller) {
  const userId = personOf(caller);
  const member = app.members[userId];
  if (member === undefined || roleIn(caller, app) === null) throw new Problem('not_found');
  return { userId, member };
}

/**
 * Throws a Problem that names each scope beyond the maker's role. Otherwise the token would gain rights when its maker
 * gets another role.
 */
export function refuseBeyondRole(scopes: readonly AppTokenScope[], role: Role): void {
  const errors = scopes.flatMap((scope, index) =>
    isWithinRole(scope, role)
      ? []
      : [{ field: `scopes.${index}`, code: 'beyond_role', message: `The role ${role} does not include this scope.` }],
  );
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
}

/** Throws Problem too_many_app_tokens. The app must be locked. */
export async function refuseOneTooMany(trx: Queryable, { id }: App): Promise<void> {
  if ((await countAppTokens(trx, id)) >= maxTokens) throw new Problem('too_many_app_tokens');
}
