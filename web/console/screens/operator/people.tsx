// Who has an account on the instance. What is theirs the operator does not see.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorPeople } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';

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
    <Section title="People" about="Who has an account here. Their shops and invoices are theirs alone.">
      {people.isPending ? <Awaited lines={3} /> : null}
      {people.error === null ? null : <NotAnswered error={people.error} again={() => void people.refetch()} />}
      <RowList label="People">
        {shown.map((person) => (
          <Row
            key={person.id}
            title={person.name === '' ? person.email : person.name}
            marks={
              <>
                {person.role === 'operator' ? <StatusBadge status="operator" name="Operator" tone="good" /> : null}
                {person.email_verified ? null : (
                  <StatusBadge status="unconfirmed" name="Address not confirmed" tone="act" />
                )}
                {person.second_factor ? <StatusBadge status="codes" name="Second factor" tone="quiet" /> : null}
              </>
            }
            detail={
              <>
                {person.name === '' ? '' : `${person.email}, `}since <Time at={person.created_at} />,{' '}
                {person.last_seen_at === null ? 'not signed in now' : 'last seen '}
                {person.last_seen_at === null ? null : <Time at={person.last_seen_at} />}
              </>
            }
          />
        ))}
      </RowList>
      {people.hasNextPage ? (
        <div>
          <Button variant="default" loading={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </Section>
  );
}
