// The request log of the chosen app: its API calls of the last days, filtered by the page's URL.
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Request } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { Time } from '../../parts/time.tsx';
import { number } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { callerOf } from './caller-words.ts';
import { RequestDrawer } from './request-drawer.tsx';

interface Filter {
  readonly method?: string;
  readonly path?: string;
  readonly result?: string;
  /** The id of the opened call. */
  readonly request?: string;
}

const daysShown = 7;
const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const statusesOf: Readonly<Record<string, readonly string[]>> = { succeeded: ['2xx', '3xx'], failed: ['4xx', '5xx'] };

export function RequestsScreen() {
  const { app } = useApp();
  const filter = useSearch({ strict: false }) as Filter;
  const navigate = useNavigate();
  const set = (changed: Filter) =>
    void navigate({ to: '.', search: { ...filter, ...changed } as never, replace: true });
  const query = { method: filter.method, path: filter.path, status: statusesOf[filter.result ?? ''] };
  const log = useInfiniteQuery({
    queryKey: ['requests', app?.id, query],
    queryFn: ({ pageParam, signal }) =>
      api.page<Request>('/requests', { ...query, app_id: app?.id, limit: 100, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: app !== null,
  });
  const rows = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = [filter.method, filter.path, filter.result].some((one) => one !== undefined);
  return (
    <Screen title={words.places.requests}>
      <Filters filter={filter} set={set} />
      {log.isLoading ? <Awaited lines={8} /> : null}
      {log.error === null ? null : <NotAnswered error={log.error} again={() => void log.refetch()} />}
      {log.data === undefined ? null : rows.length === 0 ? (
        <Nothing isFiltered={isFiltered} clear={() => set({ method: undefined, path: undefined, result: undefined })} />
      ) : (
        <LongTable
          label={words.places.requests}
          rows={rows}
          keyOf={({ id }) => id}
          open={({ id }) => set({ request: id })}
          more={{ hasMore: log.hasNextPage, isLoading: log.isFetchingNextPage, load: () => void log.fetchNextPage() }}
          columns={[
            { title: words.requests.time, cell: ({ created_at }) => <Time at={created_at} /> },
            { title: words.requests.call, cell: (call) => <bdi dir="ltr">{`${call.method} ${call.path}`}</bdi> },
            { title: words.requests.status, cell: (call) => [call.status, call.error_code].filter(Boolean).join(' ') },
            { title: words.requests.caller, cell: (call) => callerOf(call), isExtra: true },
            {
              title: words.requests.duration,
              cell: (call) => words.requests.millis({ count: number(call.duration_ms) }),
              atEnd: true,
              isExtra: true,
            },
          ]}
        />
      )}
      <RequestDrawer id={filter.request ?? null} close={() => set({ request: undefined })} />
    </Screen>
  );
}

function Filters({ filter, set }: { readonly filter: Filter; readonly set: (changed: Filter) => void }) {
  const given = (text: string | null) => (text === null || text === '' ? undefined : text);
  return (
    <Group gap="sm" align="end" className="audit-filters">
      <Select
        label={words.requests.method}
        placeholder={words.requests.all}
        data={methods}
        value={filter.method ?? null}
        onChange={(method) => set({ method: given(method) })}
        clearable
        w={130}
      />
      <Select
        label={words.requests.result}
        placeholder={words.requests.all}
        data={[
          { value: 'succeeded', label: words.requests.succeeded },
          { value: 'failed', label: words.requests.failed },
        ]}
        value={filter.result ?? null}
        onChange={(result) => set({ result: given(result) })}
        clearable
        w={160}
      />
      <Sought label={words.requests.path} value={filter.path ?? ''} search={(path) => set({ path: given(path) })} />
      <Sought label={words.requests.requestId} value="" search={(request) => set({ request: given(request) })} />
    </Group>
  );
}

interface SoughtProps {
  readonly label: string;
  readonly value: string;
  readonly search: (text: string) => void;
}

/** A text that is searched after Enter. */
function Sought({ label, value, search }: SoughtProps) {
  const [text, setText] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        search(text.trim());
      }}
    >
      <TextInput label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} w={180} />
    </form>
  );
}

function Nothing({ isFiltered, clear }: { readonly isFiltered: boolean; readonly clear: () => void }) {
  if (!isFiltered)
    return <EmptyState title={words.requests.none}>{words.requests.noneMore({ days: number(daysShown) })}</EmptyState>;
  return (
    <EmptyState title={words.requests.noMatch} action={<Button onClick={clear}>{words.audit.showAll}</Button>}>
      {null}
    </EmptyState>
  );
}
