// The accounts of the instance. The operator does not see their apps and invoices.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorPeople } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export function People() {
  const people = useInfiniteQuery({
    queryKey: ['operator', 'people'],
    queryFn: ({ pageParam, signal }) =>
      api.page<OperatorPeople>('/operator/people', { limit: 50, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const shown = people.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section title={words.operator.people} about={words.operator.peopleAbout}>
      {people.isPending ? <Awaited lines={3} /> : null}
      {people.error === null ? null : <NotAnswered error={people.error} again={() => void people.refetch()} />}
      <RowList label={words.operator.people}>
        {shown.map((person) => (
          <Row
            key={person.id}
            title={person.name === '' ? person.email : person.name}
            marks={
              <>
                {person.role === 'operator' ? (
                  <StatusBadge status="operator" name={words.places.operator} tone="good" />
                ) : null}
                {person.email_verified ? null : (
                  <StatusBadge status="unconfirmed" name={words.operator.unconfirmed} tone="act" />
                )}
                {person.second_factor ? (
                  <StatusBadge status="codes" name={words.operator.secondFactor} tone="quiet" />
                ) : null}
              </>
            }
            detail={
              <>
                {person.name === '' ? '' : `${person.email} · `}
                {joined(words.operator.since({ time: <Time at={person.created_at} /> }))} ·{' '}
                {person.last_seen_at === null
                  ? words.operator.signedOut
                  : joined(words.operator.lastSeen({ time: <Time at={person.last_seen_at} /> }))}
              </>
            }
          />
        ))}
      </RowList>
      {people.hasNextPage ? (
        <div>
          <Button variant="default" loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
            {words.common.showMore}
          </Button>
        </div>
      ) : null}
    </Section>
  );
}
