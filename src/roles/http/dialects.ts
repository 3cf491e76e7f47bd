// The dialects that this instance speaks in addition to the API. Each is a module of its own and one line here.
import type { Instance } from '../../features/instance.ts';
import type { Dialect } from '../../io/http/dialects/dialect.ts';
import type { Authenticate } from './caller-authenticator.ts';

/** `authenticate` recognises the tokens of the API, whatever the dialect calls them. */
export type MakeDialect = (instance: Instance, authenticate: Authenticate) => Dialect;

const makers: readonly MakeDialect[] = [];

export function dialects(instance: Instance, authenticate: Authenticate): Dialect[] {
  return makers.map((make) => make(instance, authenticate));
}
