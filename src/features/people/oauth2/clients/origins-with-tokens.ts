// Which origins may call with a token from their pages: those that the operator named, and those of registered
// programs.
import { coalesce, pointReads } from '../../../../io/db/coalesce.ts';
import type { MayCallWithToken } from '../../../../io/http/browser/cors.ts';
import type { Instance } from '../../../instance.ts';
import { areOriginsOfClients } from './client-store.ts';

/** A program's origins count from its registration on, and no longer once it is deleted. */
export function originsWithTokens(instance: Pick<Instance, 'db'>, named: ReadonlySet<string>): MayCallWithToken {
  const isOfClient = coalesce(
    (origins: readonly string[]) => areOriginsOfClients(instance.db.byKey, origins),
    pointReads,
  );
  return async (origin) => named.has(origin) || (isWebOrigin(origin) && (await isOfClient(origin)));
}

/** Anything else that is sent as an origin is nobody's, and not worth a query. */
function isWebOrigin(text: string): boolean {
  return text.length <= 1000 && /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;
}
