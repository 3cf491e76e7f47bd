// The invoices of an app: search, filters in the URL, saved views, a new invoice, and an export.
import '../../lists/lists.css';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useCell } from '../../browser/cell.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { invoiceAbout, invoiceName } from '../../evidence/invoice-name.ts';
import { filtersIn, noFilters, queryOf, useListSearch } from '../../lists/list-search.ts';
import { FiltersSet, filterWords, MoreFilters } from '../../lists/more-filters.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { StatusFilter } from '../../lists/status-filter.tsx';
import { type LongList, useLongList } from '../../lists/use-long-list.ts';
import { ViewsMenu } from '../../lists/views-menu.tsx';
import { AppLink, ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type Column, LongTable } from '../../parts/long-table.tsx';
import { Fiat } from '../../parts/money.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { copying } from '../../rows/copy-action.ts';
import type { RowAct } from '../../rows/row-acts.ts';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { isCancelable, isSettleable } from '../invoice/allowed-decisions.ts';
import { ExportInvoices } from './export-invoices.tsx';
import { NewInvoice } from './new-invoice.tsx';

const statuses = ['open', 'partially_paid', 'paid', 'expired', 'canceled'] as const;

const givenViews = () => [
  { name: words.invoices.all, search: {} },
  { name: words.invoices.unpaid, search: { status: ['open', 'partially_paid'] } },
  { name: words.statuses.underpaid, search: { status: ['partially_paid'] } },
  { name: words.invoices.closed, search: { status: ['expired', 'canceled'] } },
];

export function InvoicesScreen() {
  const { app, isKnown } = useApp();
  const { search } = useListSearch();
  const zone = zoneOf(useCell(timeZone));
  const [isNewOpen, { open, close }] = useDisclosure(false);
  const query = queryOf(search, zone);
  const invoices = useLongList<Invoice>({
    path: '/invoices',
    appId: app?.id ?? null,
    query,
    readAgain: (id) => api.get(`/invoice/${id}`),
  });
  useKeys([{ keys: 'n', words: words.invoices.newInvoice, act: open }]);
  if (isKnown && app === null) return <NoShop />;
  return (
    <Screen title={words.places.invoices} action={<Button onClick={open}>{words.invoices.newInvoice}</Button>}>
      {app === null ? null : (
        <>
          <div className="list-bar">
            <SearchField label={words.invoices.search} placeholder={words.invoices.searchHint} />
            <MoreFilters names={['from', 'to', 'cryptocurrency', 'network', 'total_min', 'total_max', 'currency']} />
            <ViewsMenu list="invoices" appId={app.id} given={givenViews()} />
            <ExportInvoices appId={app.id} query={query} known={invoices.rows.length} />
          </div>
          <StatusFilter statuses={statuses} counts={invoices.counts} />
          <FiltersSet />
          <Found invoices={invoices} open={open} />
          <NewInvoice app={app} opened={isNewOpen} close={close} />
        </>
      )}
    </Screen>
  );
}

/** The table, or the reason for its absence. */
function Found({ invoices, open }: { readonly invoices: LongList<Invoice>; readonly open: () => void }) {
  const { search, change } = useListSearch();
  const navigate = useNavigate();
  if (invoices.error !== null) return <NotAnswered error={invoices.error} again={invoices.again} />;
  if (invoices.isAwaited && invoices.rows.length === 0) return <Awaited lines={8} />;
  if (invoices.rows.length === 0 && Object.keys(filtersIn(search)).length > 0) {
    return (
      <EmptyState
        title={words.invoices.noMatch}
        action={
          <Button variant="default" onClick={() => change(noFilters)}>
            {words.filters.clear}
          </Button>
        }
      >
        {words.filters.noneWith({ filters: list(filterWords(search), 'unit') })} {words.invoices.noMatchMore}
      </EmptyState>
    );
  }
  if (invoices.rows.length === 0) {
    return (
      <EmptyState
        title={words.invoices.none}
        action={
          <Button variant="default" onClick={open}>
            {words.invoices.createFirst}
          </Button>
        }
      >
        {words.invoices.noneMore}
      </EmptyState>
    );
  }
  return (
    <div className={invoices.isAwaited ? 'stale' : ''} aria-busy={invoices.isAwaited}>
      <LongTable
        label={words.places.invoices}
        rows={invoices.rows}
        columns={columns()}
        keyOf={({ id }) => id}
        open={(invoice) => void navigate(placeOf(invoice))}
        acts={(invoice) => actsOf(invoice, (search) => void navigate({ ...placeOf(invoice), search } as never))}
        more={invoices.more}
      />
    </div>
  );
}

const placeOf = ({ id }: Invoice) => ({ to: '/console/invoices/$id', params: { id } }) as const;

/** `ask` opens the invoice's page, which confirms irreversible actions. */
function actsOf(invoice: Invoice, ask: (search: { readonly act: 'settle' | 'cancel' }) => void): RowAct[] {
  return [
    copying('link', invoice.checkout_url),
    copying('id', invoice.id),
    ...(isSettleable(invoice) ? [{ words: words.invoice.markPaid, act: () => ask({ act: 'settle' }) }] : []),
    ...(isCancelable(invoice) ? [{ words: words.invoice.cancelInvoice, act: () => ask({ act: 'cancel' }) }] : []),
  ];
}

const columns = (): readonly Column<Invoice>[] => [
  { title: words.common.invoice, cell: (invoice) => <Name invoice={invoice} /> },
  {
    title: words.common.status,
    cell: ({ status, exceptions }) => (
      <Group gap={4}>
        <StatusBadge status={status} />
        {exceptions.map((one) => (
          <StatusBadge key={one} status={one} />
        ))}
      </Group>
    ),
  },
  {
    title: words.common.total,
    atEnd: true,
    cell: ({ total, currency }) => <Fiat amount={total} currency={currency} />,
  },
  {
    title: words.statuses.paid,
    atEnd: true,
    isExtra: true,
    cell: ({ paid, currency }) => <Fiat amount={paid} currency={currency} />,
  },
  { title: words.common.created, isExtra: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

function Name({ invoice }: { readonly invoice: Invoice }) {
  const about = invoiceAbout(invoice);
  return (
    <span className="row-name">
      <AppLink to="/console/invoices/$id" params={{ id: invoice.id }} tabIndex={-1}>
        <bdi>{invoiceName(invoice)}</bdi>
      </AppLink>
      {about === null ? null : (
        <Text component="span" display="block" size="xs" c="dimmed" className="row-about">
          <bdi>{about}</bdi>
        </Text>
      )}
    </span>
  );
}

/** Without an app there are no invoices. */
function NoShop() {
  return (
    <Screen title={words.places.invoices}>
      <EmptyState
        title={words.invoices.setUpFirst}
        action={<ButtonLink to="/console/start">{words.layout.setUpShop}</ButtonLink>}
      >
        {words.invoices.setUpMore}
      </EmptyState>
    </Screen>
  );
}
