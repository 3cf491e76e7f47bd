// The frame of every screen: navigation, search, shortcuts, and the selected app's live events.
import { AppShell, Button, Drawer, Group, Kbd, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useCell } from '../browser/cell.ts';
import { keysInUse, listenForKeys, useKeys } from '../browser/keys.ts';
import { useLiveApp } from '../browser/live/use-live-app.ts';
import { personQuery } from '../browser/queries.ts';
import { openRow, openRowInSight } from '../rows/row-acts.ts';
import { words } from '../words/words.ts';
import { AppSwitcher } from './app-switcher.tsx';
import { copyNext } from './copy-next.ts';
import { Icon } from './icons.tsx';
import { Navigation, ThumbBar } from './navigation.tsx';
import { placesFor } from './places.ts';

const KeyList = lazy(() => import('./key-list.tsx').then((file) => ({ default: file.KeyList })));
const RowMenu = lazy(() => import('../rows/row-menu.tsx').then((file) => ({ default: file.RowMenu })));
const SearchBox = lazy(() => import('../search/search-box.tsx').then((file) => ({ default: file.SearchBox })));

export function Shell() {
  const [isMoreOpen, more] = useDisclosure(false);
  const { data: person } = useQuery(personQuery);
  const isOperator = person?.role === 'operator';
  const isRowOpen = useCell(openRow) !== null;
  useLiveApp();
  return (
    <AppShell
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: { base: 60, sm: 0 } }}
    >
      <a href="#screen" className="off-screen skip-link">
        {words.layout.skip}
      </a>
      <AppShell.Navbar p="sm" bg="var(--q-paper)">
        <Stack gap="sm" style={{ overflowY: 'auto' }}>
          <AppSwitcher />
          <KeysAndSearch isOperator={isOperator} />
          <Navigation isOperator={isOperator} />
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main id="screen" tabIndex={-1}>
        <Outlet />
        <Suspense>{isRowOpen ? <RowMenu /> : null}</Suspense>
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="sm" bg="var(--q-sheet)">
        <ThumbBar openMore={more.open} />
      </AppShell.Footer>
      <Drawer
        opened={isMoreOpen}
        onClose={more.close}
        position="bottom"
        size="85%"
        title={words.layout.allPlaces}
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <Stack>
          <AppSwitcher />
          <SearchButton whenPressed={more.close} />
          <Navigation isOperator={isOperator} whenGone={more.close} />
        </Stack>
      </Drawer>
    </AppShell>
  );
}

function KeysAndSearch({ isOperator }: { readonly isOperator: boolean }) {
  const navigate = useNavigate();
  const [isListOpen, list] = useDisclosure(false);
  const [wasListOpened, setListOpened] = useState(false);
  const [wasSearched, setSearched] = useState(false);
  const openSearch = useRef<(() => void) | null>(null);
  useLayoutEffect(listenForKeys, []);
  const search = async () => {
    openSearch.current ??= (await import('../search/search-box.tsx')).openSearch;
    setSearched(true);
    openSearch.current();
  };
  const showKeys = () => {
    setListOpened(true);
    list.open();
  };
  useKeys([
    { keys: 'mod+k', words: words.common.search, act: () => void search() },
    { keys: '?', words: words.layout.showKeys, act: showKeys },
    { keys: '.', words: words.layout.rowActions, act: openRowInSight },
    { keys: 'y', words: words.layout.copyNext, act: copyNext },
    ...placesFor(isOperator).map(({ keys, name, to }) => ({
      keys,
      words: words.layout.goTo({ page: words.places[name] }),
      act: () => void navigate({ to }),
    })),
  ]);
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <SearchButton />
        <Button variant="default" px="sm" aria-label={words.layout.showKeys} onClick={showKeys}>
          <Kbd size="xs">?</Kbd>
        </Button>
      </Group>
      <Suspense>
        {wasSearched ? <SearchBox isOperator={isOperator} /> : null}
        {wasListOpened ? <KeyList opened={isListOpen} close={list.close} /> : null}
      </Suspense>
    </>
  );
}

/** Opens the search, as its shortcut does. */
function SearchButton({ whenPressed }: { readonly whenPressed?: () => void }) {
  const press = () => {
    whenPressed?.();
    keysInUse
      .get()
      .find(({ keys }) => keys === 'mod+k')
      ?.act();
  };
  return (
    <Button variant="default" fullWidth justify="flex-start" leftSection={<Icon name="search" />} onClick={press}>
      {words.common.search}
    </Button>
  );
}
