// The content of an app's screen for a user without apps.

import { words } from '../../words/words.ts';
import { ButtonLink } from '../app-link.tsx';
import { EmptyState } from '../empty-state.tsx';

export function NoApp() {
  return (
    <EmptyState
      title={words.common.noShop}
      action={<ButtonLink to="/console/start">{words.layout.setUpShop}</ButtonLink>}
    >
      {words.common.noShopMore}
    </EmptyState>
  );
}
