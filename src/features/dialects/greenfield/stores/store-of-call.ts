// The store of a request: the app of the door.
import type { AppTokenCaller } from '../../../../core/access.ts';
import { Problem } from '../../../../core/problem.ts';
import type { DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { ownApp } from '../../../people/apps/own-app.ts';
import type { App } from '../../../people/apps/store.ts';
import { type Door, findDoor } from '../../doors/door-store.ts';
import { doorCallerIn } from '../../doors/token-door.ts';

type Asked = Pick<DialectCall, 'caller' | 'params'>;

/** Throws Problem not_found if the path names another store. */
export function storeOf(call: Asked): AppTokenCaller {
  const caller = doorCallerIn(call);
  const { params } = call;
  if (params.store !== undefined && params.store.toLowerCase() !== caller.appId)
    throw new Problem('not_found', { detail: 'There is no such store.' });
  return caller;
}

/** Throws Problem not_found if the path names another store. */
export async function appOf({ db }: Pick<Instance, 'db'>, call: Asked): Promise<App> {
  const caller = storeOf(call);
  return ownApp(db, caller.appId, caller);
}

/** Throws Problem not_found if the path names another store, and invalid_token if the door was closed meanwhile. */
export async function doorOf({ db }: Pick<Instance, 'db'>, call: Asked): Promise<Door> {
  const { scoped } = storeOf(call);
  const door = scoped === undefined ? null : await findDoor(db, 'greenfield', scoped.tokenId);
  if (door === null) throw new Problem('invalid_token');
  return door;
}
