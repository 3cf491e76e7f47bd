// The menu of saved views: the built-in views, the user's own, and a field to save the current filters.
import { Button, CloseButton, Group, Popover, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useKeys } from '../browser/keys.ts';
import { personQuery } from '../browser/queries.ts';
import { words } from '../words/words.ts';
import { filtersIn, noFilters, type Search, useListSearch } from './list-search.ts';
import { dropView, keepView, readViews, type SavedView } from './saved-views.ts';

export interface ViewsMenuProps {
  /** The list, as in 'invoices'. */
  readonly list: string;
  readonly appId: string;
  /** Built-in views. */
  readonly given: readonly SavedView[];
}

export function ViewsMenu({ list, appId, given }: ViewsMenuProps) {
  const { data: person } = useQuery(personQuery);
  const { search, change } = useListSearch();
  const of = { list, appId, personId: person?.id ?? '' };
  const [views, setViews] = useState<readonly SavedView[] | null>(null);
  const kept = views ?? readViews(of);
  const set = Object.keys(filtersIn(search)).length > 0;
  const [isOpen, setOpen] = useState(false);
  const show = (view: Search) => {
    change({ ...noFilters, ...view });
    setOpen(false);
  };
  useKeys([{ keys: 'v', words: words.filters.chooseView, act: () => setOpen(true) }]);
  const current = [...kept, ...given].find((one) => same(one.search, filtersIn(search)));
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" px="sm" rightSection="▾" onClick={() => setOpen(!isOpen)}>
          {current?.name ?? words.filters.views}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" maw="calc(100vw - 32px)">
        <ul className="views" aria-label={words.filters.views}>
          {given.map((view) => (
            <li key={view.name}>
              <button type="button" onClick={() => show(view.search)}>
                {view.name}
              </button>
            </li>
          ))}
          {kept.map((view) => (
            <li key={view.name}>
              <button type="button" onClick={() => show(view.search)}>
                <bdi>{view.name}</bdi>
              </button>
              <CloseButton
                size="sm"
                aria-label={words.filters.removeView({ name: view.name })}
                onClick={() => setViews(dropView(of, view.name))}
              />
            </li>
          ))}
        </ul>
        {set ? (
          <Keep keep={(name) => setViews(keepView(of, name, search))} />
        ) : (
          <Text size="xs" c="dimmed" p="xs">
            {words.filters.viewHint}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
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
          label={words.filters.viewName}
          size="sm"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {words.common.save}
        </Button>
      </Group>
    </form>
  );
}

const same = (one: Search, other: Search): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
