// The audit log of one app, or of all apps of the user: filtered by the page's URL, exported as a file.
import { Button, Group, Menu, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditLog } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { saveFile } from '../../lists/save-file.ts';
import { Address } from '../../parts/address.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { Time } from '../../parts/time.tsx';
import { day, list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { EntryDrawer } from './entry-drawer.tsx';
import { exportLog, type LogFormat } from './export-log.ts';
import { useNames } from './use-names.ts';
import { actionsOf, type Kind, kinds, subjectIn, wordsOfAction, wordsOfActor } from './words.ts';

interface Filter {
  /** mine: all apps and the account, instead of the selected app only. */
  readonly of?: string;
  readonly what?: string;
  /** Days such as 2026-11-23, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
}

export function AuditScreen() {
  const { app, isKnown } = useApp();
  const filter = useSearch({ strict: false }) as Filter;
  const navigate = useNavigate();
  const set = (changed: Filter) =>
    void navigate({ to: '.', search: { ...filter, ...changed } as never, replace: true });
  const names = useNames(app?.id ?? null);
  const [opened, setOpened] = useState<AuditLog | null>(null);
  const ofApp = filter.of !== 'mine' && app !== null;
  const query = queryOf(filter, ofApp ? app.id : null);
  const log = useInfiniteQuery({
    queryKey: ['audit-log', ofApp ? app.id : 'mine', query],
    queryFn: ({ pageParam, signal }) =>
      api.page<AuditLog>('/audit-log', { ...query, limit: 100, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isKnown,
  });
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = [filter.what, filter.from, filter.to, filter.q].some((one) => one !== undefined);
  const clear = () => set({ what: undefined, from: undefined, to: undefined, q: undefined });
  return (
    <Screen title={words.places.audit} action={<ExportMenu query={query} names={names} isEmpty={rows.length === 0} />}>
      <Filters filter={filter} set={set} hasApp={app !== null} shop={app?.name ?? ''} />
      {log.isPending ? <Awaited lines={8} /> : null}
      {log.error === null ? null : <NotAnswered error={log.error} again={() => void log.refetch()} />}
      {log.data === undefined ? null : rows.length === 0 ? (
        <Nothing isFiltered={isFiltered} clear={clear} filters={filterNames(filter)} />
      ) : (
        <LongTable
          label={words.places.audit}
          rows={rows}
          keyOf={({ id }) => id}
          open={setOpened}
          more={{ hasMore: log.hasNextPage, isLoading: log.isFetchingNextPage, load: () => void log.fetchNextPage() }}
          columns={[
            { title: words.audit.when, cell: ({ created_at }) => <Time at={created_at} /> },
            { title: words.audit.what, cell: (entry) => <What entry={entry} /> },
            { title: words.audit.who, cell: ({ actor }) => wordsOfActor(actor, names), isExtra: true },
            { title: words.audit.from, cell: ({ ip }) => <bdi dir="ltr">{ip ?? ''}</bdi>, isExtra: true },
          ]}
        />
      )}
      <EntryDrawer entry={opened} names={names} close={() => setOpened(null)} />
    </Screen>
  );
}

/** Days are in the user's time zone, from their first moment to their last. */
function queryOf(filter: Filter, appId: string | null) {
  const kind = filter.what !== undefined && filter.what in kinds ? (filter.what as Kind) : null;
  const dayAfter = (day: string) => new Date(new Date(`${day}T00:00:00`).getTime() + 86_400_000).toISOString();
  return {
    app_id: appId ?? undefined,
    action: kind === null ? undefined : actionsOf(kind),
    created_after: filter.from === undefined ? undefined : new Date(`${filter.from}T00:00:00`).toISOString(),
    created_before: filter.to === undefined ? undefined : dayAfter(filter.to),
    q: filter.q,
  };
}

function filterNames({ what, from, to, q }: Filter): string {
  const parts = [
    what !== undefined && what in kinds ? words.auditKinds[what as Kind] : '',
    from === undefined ? '' : words.audit.fromDay({ day: day(from) }),
    to === undefined ? '' : words.audit.toDay({ day: day(to) }),
    q === undefined ? '' : words.audit.quoted({ text: q }),
  ];
  return list(
    parts.filter((part) => part !== ''),
    'unit',
  );
}

function What({ entry }: { readonly entry: AuditLog }) {
  const subject = subjectIn(entry);
  return (
    <div className="audit-what">
      {wordsOfAction(entry.action)}
      {subject === null ? null : subject.isAddress ? (
        <span className="row-detail">
          <Address value={subject.text} copies={false} />
        </span>
      ) : (
        <span className="audit-subject">{subject.text}</span>
      )}
    </div>
  );
}

interface FiltersProps {
  readonly filter: Filter;
  readonly set: (changed: Filter) => void;
  readonly hasApp: boolean;
  readonly shop: string;
}

function Filters({ filter, set, hasApp, shop }: FiltersProps) {
  const [q, setQ] = useState(filter.q ?? '');
  const given = (text: string | null) => (text === null || text === '' ? undefined : text);
  return (
    <Group gap="sm" align="end" className="audit-filters">
      {hasApp ? (
        <Select
          label={words.audit.shop}
          data={[
            { value: 'shop', label: shop },
            { value: 'mine', label: words.audit.allShops },
          ]}
          value={filter.of === 'mine' ? 'mine' : 'shop'}
          onChange={(of) => set({ of: of === 'mine' ? 'mine' : undefined })}
          allowDeselect={false}
          w={210}
        />
      ) : null}
      <Select
        label={words.audit.type}
        placeholder={words.audit.allTypes}
        data={(Object.keys(kinds) as Kind[]).map((value) => ({ value, label: words.auditKinds[value] }))}
        value={filter.what ?? null}
        onChange={(what) => set({ what: given(what) })}
        clearable
        w={210}
      />
      <TextInput
        label={words.audit.firstDay}
        type="date"
        value={filter.from ?? ''}
        onChange={(event) => set({ from: given(event.currentTarget.value) })}
        w={144}
      />
      <TextInput
        label={words.audit.lastDay}
        type="date"
        value={filter.to ?? ''}
        onChange={(event) => set({ to: given(event.currentTarget.value) })}
        w={144}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          set({ q: given(q.trim()) });
        }}
      >
        <TextInput
          label={words.audit.object}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          onBlur={() => set({ q: given(q.trim()) })}
          w={180}
        />
      </form>
    </Group>
  );
}

interface NothingProps {
  readonly isFiltered: boolean;
  readonly filters: string;
  readonly clear: () => void;
}

function Nothing({ isFiltered, filters, clear }: NothingProps) {
  if (!isFiltered) return <EmptyState title={words.audit.none}>{words.audit.noneMore}</EmptyState>;
  return (
    <EmptyState title={words.audit.noMatch} action={<Button onClick={clear}>{words.audit.showAll}</Button>}>
      {words.audit.noMatchMore({ filters })}
    </EmptyState>
  );
}

interface ExportMenuProps {
  readonly query: ReturnType<typeof queryOf>;
  readonly names: ReturnType<typeof useNames>;
  readonly isEmpty: boolean;
}

function ExportMenu({ query, names, isEmpty }: ExportMenuProps) {
  const [count, setCount] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const act = useAct({
    act: async (format: LogFormat) => {
      setCount(0);
      const blob = await exportLog({ query, format, names, report: setCount });
      saveFile(`audit-log-${new Date().toISOString().slice(0, 10)}.${format}`, [blob], blob.type);
    },
    said: words.audit.exported,
  });
  useKeys([{ keys: 'e', words: words.audit.exportLog, act: () => setOpen(true) }]);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
      <Menu.Target>
        <Button disabled={isEmpty} loading={act.isRunning && count === 0}>
          {act.isRunning ? words.audit.soFar({ count }) : words.audit.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act.run('csv')}>{words.audit.csv}</Menu.Item>
        <Menu.Item onClick={() => act.run('jsonl')}>{words.audit.jsonl}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
