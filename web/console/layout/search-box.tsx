// ⌘K: every place and app by a few letters of its name.
import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useApp } from '../outside/chosen-app.ts';
import { Icon } from './icons.tsx';
import { placesFor } from './places.ts';

const [searchStore, search] = createSpotlight();

/** Opens it. */
export const openSearch = search.open;

export function SearchBox({ isOperator }: { readonly isOperator: boolean }) {
  const navigate = useNavigate();
  const { apps, choose } = useApp();
  const actions: SpotlightActionData[] = [
    ...placesFor(isOperator).map(({ to, words, icon }) => ({
      id: to,
      label: words,
      leftSection: <Icon name={icon} />,
      onClick: () => void navigate({ to }),
    })),
    ...apps.map((app) => ({
      id: app.id,
      label: `Go to ${app.name}`,
      leftSection: <Icon name="shop" />,
      onClick: () => choose(app),
    })),
  ];
  return (
    <Spotlight
      store={searchStore}
      actions={actions}
      shortcut={null}
      nothingFound="Nothing has this name"
      highlightQuery
      limit={12}
      searchProps={{ placeholder: 'Search', 'aria-label': 'Search the console' }}
    />
  );
}
