// Restricts operations to operators, in a browser or with a token of their own.
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Instance } from '../../instance.ts';
import { personOf } from '../../people/identity/person.ts';
import { findUser } from '../../people/identity/store.ts';

/** Settings shared by all operator operations. */
export const operatorOnly = {
  group: 'Operator',
  access: { cookie: true, pat: 'account:read' },
  problems: ['not_found'],
} as const;

/** Settings shared by the operations that change the instance: a token never may. */
export const operatorSession = {
  group: 'Operator',
  access: { cookie: true },
  problems: ['not_found'],
} as const;

/** Throws Problem not_found for all other callers, to hide the operations. */
export async function requireOperator({ db }: Pick<Instance, 'db'>, caller: Caller): Promise<void> {
  const person = await findUser(db, personOf(caller));
  if (person?.role !== 'operator') throw new Problem('not_found');
}
