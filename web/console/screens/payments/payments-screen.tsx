// All payments of an app, whichever invoices they are for; and a month of them: its sums by coin, and its file.
import '../../lists/lists.css';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Payment } from '../../../../sdk/src/generated/api.ts';
import { filtersIn, noFilters, oneOf, queryOf, useListSearch } from '../../lists/list-search.ts';
import { FiltersSet, filterWords, MoreFilters } from '../../lists/more-filters.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { StatusFilter } from '../../lists/status-filter.tsx';
import { type LongList, useLongList } from '../../lists/use-long-list.ts';
import { ViewsMenu } from '../../lists/views-menu.tsx';
import { useCell } from '../../outside/cell.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { useKeys } from '../../outside/keys.ts';
import { timeZone, zoneOf } from '../../outside/preferences.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { copying } from '../../rows/copying.ts';
import type { RowAct } from '../../rows/row-acts.ts';
import { MonthOfPayments } from './month-of-payments.tsx';
import { columns } from './payment-columns.tsx';

const statuses = ['processing', 'success', 'rejected', 'canceled'] as const;

const givenViews = [
  { name: 'All payments', search: {} },
  { name: 'Confirmed', search: { status: ['success'] } },
  { name: 'On their way', search: { status: ['processing'] } },
  { name: 'Rejected', search: { status: ['rejected'] } },
];

export function PaymentsScreen() {
  const { app } = useApp();
  const { search, change } = useListSearch();
  const isMonth = oneOf(search, 'view') === 'month';
  useKeys([
    { keys: 'p', words: 'All payments', act: () => change({ view: undefined }) },
    { keys: 'm', words: 'A month and its file', act: () => change({ view: 'month' }) },
  ]);
  return (
    <Screen title="Payments">
      <fieldset className="status-filter">
        <legend className="off-screen">What to show</legend>
        <button type="button" aria-pressed={!isMonth} onClick={() => change({ view: undefined })}>
          All payments
        </button>
        <button type="button" aria-pressed={isMonth} onClick={() => change({ view: 'month' })}>
          Month and export
        </button>
      </fieldset>
      {app === null ? null : isMonth ? <MonthOfPayments app={app} /> : <AllPayments appId={app.id} />}
    </Screen>
  );
}

function AllPayments({ appId }: { readonly appId: string }) {
  const { search } = useListSearch();
  const zone = zoneOf(useCell(timeZone));
  const list = useLongList<Payment>({ path: '/payments', appId, query: queryOf(search, zone) });
  return (
    <>
      <div className="list-bar">
        <SearchField label="Search payments" placeholder="Hash, address, reference, e-mail or id" />
        <MoreFilters names={['from', 'to', 'cryptocurrency', 'network']} />
        <ViewsMenu list="payments" appId={appId} given={givenViews} />
      </div>
      <StatusFilter statuses={statuses} counts={list.counts} />
      <FiltersSet />
      <Found list={list} />
    </>
  );
}

function Found({ list }: { readonly list: LongList<Payment> }) {
  const { search, change } = useListSearch();
  const navigate = useNavigate();
  if (list.error !== null) return <NotAnswered error={list.error} again={list.again} />;
  if (list.isAwaited && list.rows.length === 0) return <Awaited lines={8} />;
  if (list.rows.length === 0 && Object.keys(filtersIn(search)).length > 0) {
    return (
      <EmptyState
        title="No payment fits"
        action={
          <Group justify="center">
            <Button variant="default" onClick={() => change(noFilters)}>
              Take all filters away
            </Button>
            <ButtonLink variant="default" to="/console/sort-out">
              Look among those to sort out
            </ButtonLink>
          </Group>
        }
      >
        There is no payment {filterWords(search).join(', ')}. Money that belongs to no invoice yet is not in this list.
      </EmptyState>
    );
  }
  if (list.rows.length === 0) {
    return (
      <EmptyState
        title="No payments yet"
        action={
          <ButtonLink variant="default" to="/console/invoices">
            Make an invoice
          </ButtonLink>
        }
      >
        Every attempt to pay one of your invoices stands here, with its coin, its hash and how deep it lies.
      </EmptyState>
    );
  }
  return (
    <div className={list.isAwaited ? 'stale' : ''} aria-busy={list.isAwaited}>
      <LongTable
        label="Payments"
        rows={list.rows}
        columns={columns}
        keyOf={({ id }) => id}
        open={({ invoice_id }) => void navigate({ to: '/console/invoices/$id', params: { id: invoice_id } })}
        acts={actsOf}
        more={list.more}
      />
      <Text size="xs" c="dimmed" mt="xs">
        What is credited counts in the books, at the rate of its quote.
      </Text>
    </div>
  );
}

function actsOf({ hash, from, to, invoice_id: invoiceId }: Payment): RowAct[] {
  return [
    ...(hash === null ? [] : [copying('the hash', hash)]),
    ...(from == null ? [] : [copying('the sender’s address', from)]),
    ...(to === undefined ? [] : [copying('your address', to)]),
    copying('the id of the invoice', invoiceId),
  ];
}
