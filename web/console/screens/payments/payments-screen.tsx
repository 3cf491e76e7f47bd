// All payments of an app that were seen, across invoices; and one month with its sums by coin and its file. A quote
// without a payment is only on the page of its invoice.
import '../../lists/lists.css';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Payment } from '../../../../sdk/src/generated/api.ts';
import { useCell } from '../../browser/cell.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { filtersIn, noFilters, oneOf, queryOf, useListSearch } from '../../lists/list-search.ts';
import { FiltersSet, filterWords, MoreFilters } from '../../lists/more-filters.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { StatusFilter } from '../../lists/status-filter.tsx';
import { type LongList, useLongList } from '../../lists/use-long-list.ts';
import { ViewsMenu } from '../../lists/views-menu.tsx';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { copying } from '../../rows/copy-action.ts';
import type { RowAct } from '../../rows/row-acts.ts';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { MonthOfPayments } from './month-of-payments.tsx';
import { columns } from './payment-columns.tsx';

const statuses = ['processing', 'success', 'rejected'] as const;

const givenViews = () => [
  { name: words.payments.all, search: {} },
  { name: words.statuses.confirmed, search: { status: ['success'] } },
  { name: words.statuses.confirming, search: { status: ['processing'] } },
  { name: words.statuses.failedOrReversed, search: { status: ['rejected'] } },
];

export function PaymentsScreen() {
  const { app } = useApp();
  const { search, change } = useListSearch();
  const isMonth = oneOf(search, 'view') === 'month';
  useKeys([
    { keys: 'p', words: words.payments.all, act: () => change({ view: undefined }) },
    { keys: 'm', words: words.payments.monthAndExport, act: () => change({ view: 'month' }) },
  ]);
  return (
    <Screen title={words.places.payments}>
      <fieldset className="status-filter">
        <legend className="off-screen">{words.payments.view}</legend>
        <button type="button" aria-pressed={!isMonth} onClick={() => change({ view: undefined })}>
          {words.payments.all}
        </button>
        <button type="button" aria-pressed={isMonth} onClick={() => change({ view: 'month' })}>
          {words.payments.monthAndExport}
        </button>
      </fieldset>
      {app === null ? null : isMonth ? <MonthOfPayments app={app} /> : <AllPayments appId={app.id} />}
    </Screen>
  );
}

function AllPayments({ appId }: { readonly appId: string }) {
  const { search } = useListSearch();
  const zone = zoneOf(useCell(timeZone));
  const query = { ...queryOf(search, zone), with_money: 'true' };
  const payments = useLongList<Payment>({ path: '/payments', appId, query });
  return (
    <>
      <div className="list-bar">
        <SearchField label={words.payments.search} placeholder={words.payments.searchHint} />
        <MoreFilters names={['from', 'to', 'cryptocurrency', 'network']} />
        <ViewsMenu list="payments" appId={appId} given={givenViews()} />
      </div>
      <StatusFilter statuses={statuses} counts={payments.counts} />
      <FiltersSet />
      <Found payments={payments} />
    </>
  );
}

function Found({ payments }: { readonly payments: LongList<Payment> }) {
  const { search, change } = useListSearch();
  const navigate = useNavigate();
  if (payments.error !== null) return <NotAnswered error={payments.error} again={payments.again} />;
  if (payments.isAwaited && payments.rows.length === 0) return <Awaited lines={8} />;
  if (payments.rows.length === 0 && Object.keys(filtersIn(search)).length > 0) {
    return (
      <EmptyState
        title={words.payments.noMatch}
        action={
          <Group justify="center">
            <Button variant="default" onClick={() => change(noFilters)}>
              {words.filters.clear}
            </Button>
            <ButtonLink variant="default" to="/console/review">
              {words.payments.searchUnmatched}
            </ButtonLink>
          </Group>
        }
      >
        {words.filters.noneWith({ filters: list(filterWords(search), 'unit') })} {words.payments.noMatchMore}
      </EmptyState>
    );
  }
  if (payments.rows.length === 0) {
    return (
      <EmptyState
        title={words.today.noPayments}
        action={
          <ButtonLink variant="default" to="/console/invoices">
            {words.common.createInvoice}
          </ButtonLink>
        }
      >
        {words.payments.noneMore}
      </EmptyState>
    );
  }
  return (
    <div className={payments.isAwaited ? 'stale' : ''} aria-busy={payments.isAwaited}>
      <LongTable
        label={words.places.payments}
        rows={payments.rows}
        columns={columns()}
        keyOf={({ id }) => id}
        open={({ invoice_id }) => void navigate({ to: '/console/invoices/$id', params: { id: invoice_id } })}
        acts={actsOf}
        more={payments.more}
      />
      <Text size="xs" c="dimmed" mt="xs">
        {words.payments.creditNote}
      </Text>
    </div>
  );
}

function actsOf({ hash, from, to, invoice_id: invoiceId }: Payment): RowAct[] {
  return [
    ...(hash === null ? [] : [copying('hash', hash)]),
    ...(from == null ? [] : [copying('sender', from)]),
    ...(to === undefined ? [] : [copying('ownAddress', to)]),
    copying('invoiceId', invoiceId),
  ];
}
