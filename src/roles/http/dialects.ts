// The dialects that this instance supports in addition to the API. Each has its own module and one line here.
import type { Instance } from '../../features/instance.ts';
import type { Dialect } from '../../io/http/dialects/dialect.ts';
import type { Authenticate } from './caller-authenticator.ts';

/** `authenticate` recognizes the API's tokens, under any name that the dialect has for them. */
export type MakeDialect = (instance: Instance, authenticate: Authenticate) => Dialect;

const makers: readonly MakeDialect[] = [];

export function dialects(instance: Instance, authenticate: Authenticate): Dialect[] {
  return makers.map((make) => make(instance, authenticate));
}
