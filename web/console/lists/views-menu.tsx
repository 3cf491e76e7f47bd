// The menu of saved views: those that everybody has, those that this person kept, and keeping what is set now.
import { Button, CloseButton, Group, Menu, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { personQuery } from '../outside/queries.ts';
import { filtersIn, noFilters, type Search, useListSearch } from './list-search.ts';
import { dropView, keepView, readViews, type SavedView } from './saved-views.ts';

export interface ViewsMenuProps {
  /** The list, as in 'invoices'. */
  readonly list: string;
  readonly appId: string;
  /** Views that are always there. */
  readonly given: readonly SavedView[];
}

export function ViewsMenu({ list, appId, given }: ViewsMenuProps) {
  const { data: person } = useQuery(personQuery);
  const { search, change } = useListSearch();
  const of = { list, appId, personId: person?.id ?? '' };
  const [views, setViews] = useState<readonly SavedView[] | null>(null);
  const kept = views ?? readViews(of);
  const set = Object.keys(filtersIn(search)).length > 0;
  const show = (view: Search) => change({ ...noFilters, ...view });
  const current = [...kept, ...given].find((one) => same(one.search, filtersIn(search)));
  return (
    <Menu position="bottom-start" onOpen={() => setViews(readViews(of))}>
      <Menu.Target>
        <Button variant="default" px="sm" rightSection="▾">
          {current?.name ?? 'Views'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {given.map((view) => (
          <Menu.Item key={view.name} onClick={() => show(view.search)}>
            {view.name}
          </Menu.Item>
        ))}
        {kept.length === 0 ? null : <Menu.Divider />}
        {kept.map((view) => (
          <Group key={view.name} gap={4} wrap="nowrap">
            <Menu.Item onClick={() => show(view.search)}>{view.name}</Menu.Item>
            <CloseButton
              size="sm"
              aria-label={`Forget the view ${view.name}`}
              onClick={() => setViews(dropView(of, view.name))}
            />
          </Group>
        ))}
        <Menu.Divider />
        {set ? (
          <Keep keep={(name) => setViews(keepView(of, name, search))} />
        ) : (
          <Menu.Label>Set filters to keep them as a view</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Keep({ keep }: { readonly keep: (name: string) => void }) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    keep(name.trim());
    setName('');
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" p="xs" wrap="nowrap" align="end">
        <TextInput
          label="Keep these filters as"
          size="sm"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.stopPropagation()}
        />
        <Button type="submit" variant="default">
          Keep
        </Button>
      </Group>
    </form>
  );
}

const same = (one: Search, other: Search): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
