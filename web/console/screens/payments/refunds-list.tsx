// The refunds of an app, the newest first.
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Refund } from '../../../../sdk/typescript/src/generated/api.ts';
import { RefundBadge, refundCardId, refundValue } from '../../evidence/refund-badge.tsx';
import { allOf, oneOf, type Search, useListSearch } from '../../lists/list-search.ts';
import { MoreFilters } from '../../lists/more-filters.tsx';
import { StatusFilter } from '../../lists/status-filter.tsx';
import { useLongList } from '../../lists/use-long-list.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { type Column, LongTable } from '../../parts/long-table.tsx';
import { Money } from '../../parts/money.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Time } from '../../parts/time.tsx';
import { copying } from '../../rows/copy-action.ts';
import type { RowAct } from '../../rows/row-acts.ts';
import { words } from '../../words/words.ts';

const statuses = ['awaiting_address', 'ready', 'seen', 'sent', 'canceled'] as const;

/** Filters of this list; the others belong to payments. */
const filters = ['status', 'cryptocurrency', 'network'] as const;

export function RefundsList({ appId }: { readonly appId: string }) {
  const { search } = useListSearch();
  const refunds = useLongList<Refund>({ path: '/refunds', appId, query: queryIn(search) });
  const navigate = useNavigate();
  if (refunds.error !== null) return <NotAnswered error={refunds.error} again={refunds.again} />;
  const isEmpty = refunds.rows.length === 0;
  return (
    <>
      <Group justify="space-between" align="start">
        <StatusFilter statuses={statuses} counts={refunds.counts} />
        <MoreFilters names={['cryptocurrency', 'network']} />
      </Group>
      {refunds.isAwaited && isEmpty ? <Awaited lines={8} /> : null}
      {!refunds.isAwaited && isEmpty ? <Nothing /> : null}
      {isEmpty ? null : (
        <div className={refunds.isAwaited ? 'stale' : ''} aria-busy={refunds.isAwaited}>
          <LongTable
            label={words.refunds.title}
            rows={refunds.rows}
            columns={columns()}
            keyOf={({ id }) => id}
            open={({ id, invoice_id }) =>
              void navigate({ to: '/console/invoices/$id', params: { id: invoice_id }, hash: refundCardId(id) })
            }
            acts={actsOf}
            more={refunds.more}
          />
        </div>
      )}
    </>
  );
}

function Nothing() {
  const { search, change } = useListSearch();
  if (filters.every((name) => allOf(search, name).length === 0)) {
    return (
      <EmptyState
        title={words.refunds.none}
        action={
          <ButtonLink variant="default" to="/console/invoices">
            {words.concernActions.invoices}
          </ButtonLink>
        }
      >
        {words.refunds.noneMore}
      </EmptyState>
    );
  }
  const none = Object.fromEntries(filters.map((name) => [name, undefined]));
  return (
    <EmptyState
      title={words.refunds.noMatch}
      action={
        <Button variant="default" onClick={() => change(none)}>
          {words.filters.clear}
        </Button>
      }
    >
      {words.refunds.noneMore}
    </EmptyState>
  );
}

function queryIn(search: Search): Record<string, string | readonly string[]> {
  const set = filters.filter((name) => oneOf(search, name) !== '');
  return Object.fromEntries(set.map((name) => [name, name === 'status' ? allOf(search, name) : oneOf(search, name)]));
}

const columns = (): readonly Column<Refund>[] => [
  {
    title: words.common.amount,
    cell: (refund) => {
      const { currency, cryptocurrency: symbol } = refund;
      const coins = refund.sent_amount ?? refund.amount;
      return (
        <Money
          fiat={{ amount: refundValue(refund), currency }}
          coin={coins === null ? null : { amount: coins, symbol }}
        />
      );
    },
  },
  { title: words.common.status, cell: (refund) => <RefundBadge refund={refund} /> },
  {
    title: words.common.network,
    isExtra: true,
    cell: ({ cryptocurrency: coin, network_name: network }) => words.common.coinOn({ coin, network }),
  },
  {
    title: words.invoice.reason,
    isExtra: true,
    cell: ({ reason }) => (
      <Text size="sm" maw="20rem" truncate>
        <bdi>{reason}</bdi>
      </Text>
    ),
  },
  { title: words.common.created, cell: ({ created_at }) => <Time at={created_at} /> },
];

function actsOf({ to, hash, refund_url: link, invoice_id: invoiceId }: Refund): RowAct[] {
  return [
    ...(link === undefined ? [] : [copying('link', link)]),
    ...(to === null ? [] : [copying('address', to)]),
    ...(hash === null ? [] : [copying('hash', hash)]),
    copying('invoiceId', invoiceId),
  ];
}
