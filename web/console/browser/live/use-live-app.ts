// Keeps a screen up to date with the events of an app.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp } from '../chosen-app.ts';
import { followApp } from './follow-app.ts';

/** Follows the events of the selected app while the component is mounted. */
export function useLiveApp(): void {
  useFollow(useApp().app?.id);
}

/** Follows the events of the app of an object on the screen. A link may lead to an app that is not the selected one. */
export function useLiveAppOf({ app_id: appId }: { readonly app_id: string }): void {
  const { app } = useApp();
  useFollow(app === null || app.id === appId ? undefined : appId);
}

function useFollow(appId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => (appId === undefined ? undefined : followApp(client, appId)), [client, appId]);
}
