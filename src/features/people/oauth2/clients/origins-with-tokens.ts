// Determines which web origins may call the API with a token: those in the configuration, and those of registered
// clients.
import { coalesce, pointReads } from '../../../../io/db/coalesce.ts';
import type { MayCallWithToken } from '../../../../io/http/browser/cors.ts';
import type { Instance } from '../../../instance.ts';
import { areOriginsOfClients } from './client-store.ts';

/** A client's origins are allowed from its registration until its deletion. */
export function originsWithTokens(instance: Pick<Instance, 'db'>, named: ReadonlySet<string>): MayCallWithToken {
  const isOfClient = coalesce(
    (origins: readonly string[]) => areOriginsOfClients(instance.db.byKey, origins),
    pointReads,
  );
  return async (origin) => named.has(origin) || (isWebOrigin(origin) && (await isOfClient(origin)));
}

/** Other values of the Origin header cannot match, so they save the query. */
function isWebOrigin(text: string): boolean {
  return text.length <= 1000 && /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;
}
