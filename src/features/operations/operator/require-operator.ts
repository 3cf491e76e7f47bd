// Who may see how the instance is doing: whoever runs it, in a browser or by a token of their own.
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Instance } from '../../instance.ts';
import { personOf } from '../../people/identity/person.ts';
import { findUser } from '../../people/identity/store.ts';

/** What all operations of this room declare alike. */
export const operatorOnly = {
  group: 'Operator',
  access: { cookie: true, pat: 'account:read' },
  problems: ['not_found'],
} as const;

/** Throws Problem not_found for everybody else: there is nothing here for them. */
export async function requireOperator({ db }: Pick<Instance, 'db'>, caller: Caller): Promise<void> {
  const person = await findUser(db, personOf(caller));
  if (person?.role !== 'operator') throw new Problem('not_found');
}
