// GET /operator/people: lists the accounts of the instance, newest first, without their data.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { type ListedPerson, listPeople } from '../../people/identity/people-store.ts';
import { operatorOnly, requireOperator } from './require-operator.ts';

const PersonView = Type.Object({
  id: uuid,
  name: Type.String(),
  email: Type.String(),
  role: Type.Unsafe<ListedPerson['role']>({ type: 'string', enum: ['operator', 'merchant'] }),
  email_verified: Type.Boolean(),
  second_factor: Type.Boolean({ description: 'Whether a password sign-in also requires a code.' }),
  last_seen_at: nullable({ ...time, description: 'Their newest request in a browser that is still signed in.' }),
  created_at: time,
});

export function listOperatorPeople(instance: Instance): Operation {
  return operation({
    ...operatorOnly,
    id: 'listOperatorPeople',
    method: 'GET',
    path: '/operator/people',
    summary: 'List people',
    description: 'Lists the accounts here, without their data.',
    query: Type.Object(pageQuery),
    answer: Type.Array(PersonView),
    handle: async ({ query, caller, url }) => {
      await requireOperator(instance, caller);
      const page = readPage(query);
      const people = await listPeople(instance.db, page);
      return pageAnswer(people, page, { publicUrl: instance.publicUrl, url }, personView);
    },
  });
}

function personView(person: ListedPerson) {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    email_verified: person.emailVerified,
    second_factor: person.twoFactorEnabled,
    last_seen_at: person.lastSeenAt?.toISOString() ?? null,
    created_at: person.createdAt.toISOString(),
  };
}
