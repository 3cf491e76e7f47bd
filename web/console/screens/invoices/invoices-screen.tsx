// The invoices of an app: search, filters that stand in the address, saved views, a new one, and all of them as a file.
import '../../lists/lists.css';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { Invoice } from '../../../../sdk/src/generated/api.ts';
import { invoiceAbout, invoiceName } from '../../evidence/invoice-name.ts';
import { filtersIn, noFilters, queryOf, useListSearch } from '../../lists/list-search.ts';
import { FiltersSet, filterWords, MoreFilters } from '../../lists/more-filters.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { StatusFilter } from '../../lists/status-filter.tsx';
import { type LongList, useLongList } from '../../lists/use-long-list.ts';
import { ViewsMenu } from '../../lists/views-menu.tsx';
import { api } from '../../outside/api.ts';
import { useCell } from '../../outside/cell.ts';
import { useApp } from '../../outside/chosen-app.ts';
import { useKeys } from '../../outside/keys.ts';
import { timeZone, zoneOf } from '../../outside/preferences.ts';
import { AppLink, ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type Column, LongTable } from '../../parts/long-table.tsx';
import { Fiat } from '../../parts/money.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { copying } from '../../rows/copying.ts';
import type { RowAct } from '../../rows/row-acts.ts';
import { isCancelable, isSettleable } from '../invoice/standing.ts';
import { ExportInvoices } from './export-invoices.tsx';
import { NewInvoice } from './new-invoice.tsx';

const statuses = ['open', 'partially_paid', 'paid', 'expired', 'canceled'] as const;

const givenViews = [
  { name: 'All invoices', search: {} },
  { name: 'Still to be paid', search: { status: ['open', 'partially_paid'] } },
  { name: 'Partly paid', search: { status: ['partially_paid'] } },
  { name: 'Came to nothing', search: { status: ['expired', 'canceled'] } },
];

export function InvoicesScreen() {
  const { app, isKnown } = useApp();
  const { search } = useListSearch();
  const zone = zoneOf(useCell(timeZone));
  const [isNewOpen, { open, close }] = useDisclosure(false);
  const query = queryOf(search, zone);
  const list = useLongList<Invoice>({
    path: '/invoices',
    appId: app?.id ?? null,
    query,
    readAgain: (id) => api.get(`/invoice/${id}`),
  });
  useKeys([{ keys: 'n', words: 'New invoice', act: open }]);
  if (isKnown && app === null) return <NoShop />;
  return (
    <Screen title="Invoices" action={<Button onClick={open}>New invoice</Button>}>
      {app === null ? null : (
        <>
          <div className="list-bar">
            <SearchField label="Search invoices" placeholder="Reference, e-mail, hash, address or id" />
            <MoreFilters names={['from', 'to', 'cryptocurrency', 'network', 'total_min', 'total_max', 'currency']} />
            <ViewsMenu list="invoices" appId={app.id} given={givenViews} />
            <ExportInvoices appId={app.id} query={query} known={list.rows.length} />
          </div>
          <StatusFilter statuses={statuses} counts={list.counts} />
          <FiltersSet />
          <Found list={list} open={open} />
          <NewInvoice app={app} opened={isNewOpen} close={close} />
        </>
      )}
    </Screen>
  );
}

/** The table, or why there is none. */
function Found({ list, open }: { readonly list: LongList<Invoice>; readonly open: () => void }) {
  const { search, change } = useListSearch();
  const navigate = useNavigate();
  if (list.error !== null) return <NotAnswered error={list.error} again={list.again} />;
  if (list.isAwaited && list.rows.length === 0) return <Awaited lines={8} />;
  if (list.rows.length === 0 && Object.keys(filtersIn(search)).length > 0) {
    return (
      <EmptyState
        title="No invoice fits"
        action={
          <Button variant="default" onClick={() => change(noFilters)}>
            Take all filters away
          </Button>
        }
      >
        There is no invoice {filterWords(search).join(', ')}. What is searched for is found by how it begins, or whole:
        a hash, an address, an id.
      </EmptyState>
    );
  }
  if (list.rows.length === 0) {
    return (
      <EmptyState
        title="No invoices yet"
        action={
          <Button variant="default" onClick={open}>
            Make the first one
          </Button>
        }
      >
        Each order of your shop becomes an invoice, and stands here the moment it is made. You can also make one by hand
        and send its link, or let somebody at the counter scan it.
      </EmptyState>
    );
  }
  return (
    <div className={list.isAwaited ? 'stale' : ''} aria-busy={list.isAwaited}>
      <LongTable
        label="Invoices"
        rows={list.rows}
        columns={columns}
        keyOf={({ id }) => id}
        open={(invoice) => void navigate(placeOf(invoice))}
        acts={(invoice) => actsOf(invoice, (search) => void navigate({ ...placeOf(invoice), search } as never))}
        more={list.more}
      />
    </div>
  );
}

const placeOf = ({ id }: Invoice) => ({ to: '/console/invoices/$id', params: { id } }) as const;

/** `ask` leads to the page of the invoice, which asks there about what costs something. */
function actsOf(invoice: Invoice, ask: (search: { readonly act: 'settle' | 'cancel' }) => void): RowAct[] {
  return [
    copying('the link', invoice.checkout_url),
    copying('the id', invoice.id),
    ...(isSettleable(invoice) ? [{ words: 'Settle the invoice', act: () => ask({ act: 'settle' }) }] : []),
    ...(isCancelable(invoice) ? [{ words: 'Cancel the invoice', act: () => ask({ act: 'cancel' }) }] : []),
  ];
}

const columns: readonly Column<Invoice>[] = [
  { title: 'Invoice', cell: (invoice) => <Name invoice={invoice} /> },
  {
    title: 'Status',
    cell: ({ status, exceptions }) => (
      <Group gap={4}>
        <StatusBadge status={status} />
        {exceptions.map((one) => (
          <StatusBadge key={one} status={one} />
        ))}
      </Group>
    ),
  },
  { title: 'Total', atEnd: true, cell: ({ total, currency }) => <Fiat amount={total} currency={currency} /> },
  {
    title: 'Paid',
    atEnd: true,
    isExtra: true,
    cell: ({ paid, currency }) => <Fiat amount={paid} currency={currency} />,
  },
  { title: 'Made', isExtra: true, cell: ({ created_at }) => <Time at={created_at} /> },
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

/** Nobody can be billed before there is a shop. */
function NoShop() {
  return (
    <Screen title="Invoices">
      <EmptyState title="Set up your shop first" action={<ButtonLink to="/console/start">Set up a shop</ButtonLink>}>
        Invoices belong to a shop. It takes a name and an address to receive at.
      </EmptyState>
    </Screen>
  );
}
