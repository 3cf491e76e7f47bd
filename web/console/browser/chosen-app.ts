// The app that the console looks at: the search parameter `app`, which every link keeps; else the one looked at last.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { App } from '../../../sdk/src/generated/api.ts';
import { useCell } from './cell.ts';
import { lastApp } from './preferences.ts';
import { appsQuery } from './queries.ts';

export interface ChosenApp {
  /** null while the apps are not known yet, and where there is none: `isKnown` tells which. */
  readonly app: App | null;
  readonly apps: readonly App[];
  readonly isKnown: boolean;
  readonly choose: (app: Pick<App, 'id'>) => void;
}

export function useApp(): ChosenApp {
  const { data: apps } = useQuery(appsQuery);
  const { app: wanted } = useSearch({ strict: false }) as { app?: string };
  const navigate = useNavigate();
  const last = useCell(lastApp);
  const app =
    apps?.find(({ id, slug }) => id === wanted || slug === wanted) ?? apps?.find(({ id }) => id === last) ?? apps?.[0];
  return {
    app: app ?? null,
    apps: apps ?? [],
    isKnown: apps !== undefined,
    choose({ id }) {
      lastApp.set(id);
      // Filters are of the app that was left.
      void navigate({ to: '.', search: { app: id } });
    },
  };
}
