// The selected app: the search parameter `app`, which every link keeps; otherwise the app that was selected last.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { App } from '../../../sdk/typescript/src/generated/api.ts';
import { useCell } from './cell.ts';
import { lastApp } from './preferences.ts';
import { appsQuery } from './queries.ts';

export interface ChosenApp {
  /** Null until the apps are loaded, and if there are none: `isKnown` distinguishes the two. */
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
      // Filters belong to the app that was left.
      void navigate({ to: '.', search: { app: id } });
    },
  };
}
