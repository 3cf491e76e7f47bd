// All payments of an app that were seen, across invoices; one month with its sums by coin and its file; and refunds. A
// quote without a payment is only on the page of its invoice.
import '../../lists/lists.css';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { App, Payment } from '../../../../sdk/typescript/src/generated/api.ts';
import { useCell } from '../../browser/cell.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { useMayRefund } from '../../evidence/may-refund.ts';
import { filtersIn, noFilters, oneOf, queryOf, type Search, useListSearch } from '../../lists/list-search.ts';
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
import { RefundsList } from './refunds-list.tsx';

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
  const shown = viewIn(search);
  // The filters of one view mean nothing in another.
  const show = (view: View) => change({ ...noFilters, view: view === 'all' ? undefined : view });
  useKeys([
    { keys: 'p', words: words.payments.all, act: () => show('all') },
    { keys: 'm', words: words.payments.monthAndExport, act: () => show('month') },
    { keys: 'r', words: words.refunds.title, act: () => show('refunds') },
  ]);
  const names = { all: words.payments.all, month: words.payments.monthAndExport, refunds: words.refunds.title };
  return (
    <Screen title={words.places.payments}>
      <fieldset className="status-filter">
        <legend className="off-screen">{words.payments.view}</legend>
        {views.map((view) => (
          <button key={view} type="button" aria-pressed={view === shown} onClick={() => show(view)}>
            {names[view]}
          </button>
        ))}
      </fieldset>
      {app === null ? null : <Shown app={app} view={shown} />}
    </Screen>
  );
}

const views = ['all', 'month', 'refunds'] as const;
type View = (typeof views)[number];

function viewIn(search: Search): View {
  return views.find((view) => view === oneOf(search, 'view')) ?? 'all';
}

function Shown({ app, view }: { readonly app: App; readonly view: View }) {
  if (view === 'month') return <MonthOfPayments app={app} />;
  return view === 'refunds' ? <RefundsList appId={app.id} /> : <AllPayments appId={app.id} />;
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
      <Found payments={payments} appId={appId} />
    </>
  );
}

interface FoundProps {
  readonly payments: LongList<Payment>;
  readonly appId: string;
}

function Found({ payments, appId }: FoundProps) {
  const { search, change } = useListSearch();
  const navigate = useNavigate();
  const mayRefund = useMayRefund(appId);
  const refund = ({ id, invoice_id }: Payment) =>
    void navigate({ to: '/console/invoices/$id', params: { id: invoice_id }, search: { refund: id } as never });
  const refundOf = (payment: Payment): RowAct[] =>
    mayRefund && payment.status === 'success'
      ? [{ words: words.refunds.refundPayment, act: () => refund(payment) }]
      : [];
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
        columns={columns(mayRefund)}
        keyOf={({ id }) => id}
        open={({ invoice_id }) => void navigate({ to: '/console/invoices/$id', params: { id: invoice_id } })}
        acts={(payment) => [...refundOf(payment), ...actsOf(payment)]}
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
