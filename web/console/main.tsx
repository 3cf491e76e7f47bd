// Starts the console: theme, query cache, and routes.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './theme/console.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut } from './browser/api.ts';
import { onHealed, watchNetwork } from './browser/connection.ts';
import { personQuery, queryClient } from './browser/queries.ts';
import { router } from './router.tsx';
import { colourVariables, theme } from './theme/theme.ts';
import { loadWords } from './words/load-words.ts';
import { language } from './words/words.ts';

/** The nonce of this document: style elements that scripts add must carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// The library that blocks scrolling behind a dialog reads the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });

watchNetwork();
onHealed(() => {
  void queryClient.invalidateQueries();
  if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate();
});
onSignedOut(() => {
  if (router.state.location.pathname === '/console/sign-in') return;
  queryClient.setQueryData(personQuery.queryKey, null);
  void router.navigate({ to: '/console/sign-in', search: { back: router.state.location.href } as never });
});

await loadWords();

createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <DirectionProvider initialDirection={language.direction}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colourVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
);
