// Every route of the console with the file that draws it. The selected app is the search parameter `app`, which every
// link keeps. Filters of a list are further parameters, under the API's names. A screen is loaded at its first visit.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { personQuery, queryClient } from './browser/queries.ts';
import { Broken, NothingHere, Opening, Outermost } from './layout/root-layout.tsx';
import { Shell } from './layout/shell.tsx';
import { publicPath } from './public-path.ts';

const root = createRootRoute({ component: Outermost, notFoundComponent: NothingHere, errorComponent: Broken });

/** Signed in: every page but those of the sign-in. */
const shell = createRoute({
  getParentRoute: () => root,
  path: '/console',
  component: Shell,
  validateSearch: (search: Record<string, unknown>): { app?: string } =>
    typeof search.app === 'string' ? { app: search.app } : {},
  search: { middlewares: [retainSearchParams(['app'])] },
  beforeLoad: async ({ location }) => {
    const person = await queryClient.ensureQueryData(personQuery);
    if (person === null) throw redirect({ to: '/console/sign-in', search: { back: location.href } as never });
  },
});

const screen = <Path extends string>(path: Path, component: ReturnType<typeof lazy>) =>
  createRoute({ getParentRoute: () => shell, path, component });

const entrance = <Path extends string>(path: Path, component: ReturnType<typeof lazy>) =>
  createRoute({ getParentRoute: () => root, path, component });

/** The former address of the page, for bookmarks and open tabs. */
const formerReview = createRoute({
  getParentRoute: () => shell,
  path: '/sort-out',
  beforeLoad: ({ location }) => {
    throw redirect({ to: '/console/review', search: location.search as never, replace: true });
  },
});

const routeTree = root.addChildren([
  entrance(
    '/console/sign-in',
    lazy(() => import('./screens/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
  ),
  entrance(
    '/console/sign-up',
    lazy(() => import('./screens/sign-in/sign-up-screen.tsx'), 'SignUpScreen'),
  ),
  entrance(
    '/console/forgotten',
    lazy(() => import('./screens/sign-in/forgotten-screen.tsx'), 'ForgottenScreen'),
  ),
  entrance(
    '/console/verify',
    lazy(() => import('./screens/sign-in/verify-screen.tsx'), 'VerifyScreen'),
  ),
  shell.addChildren([
    screen(
      '/',
      lazy(() => import('./screens/home/home-screen.tsx'), 'HomeScreen'),
    ),
    screen(
      '/start',
      lazy(() => import('./screens/first-run/first-run-screen.tsx'), 'FirstRunScreen'),
    ),
    screen(
      '/invoices',
      lazy(() => import('./screens/invoices/invoices-screen.tsx'), 'InvoicesScreen'),
    ),
    screen(
      '/invoices/$id',
      lazy(() => import('./screens/invoice/invoice-screen.tsx'), 'InvoiceScreen'),
    ),
    screen(
      '/review',
      lazy(() => import('./screens/unmatched/review-screen.tsx'), 'ReviewScreen'),
    ),
    formerReview,
    screen(
      '/payments',
      lazy(() => import('./screens/payments/payments-screen.tsx'), 'PaymentsScreen'),
    ),
    screen(
      '/links',
      lazy(() => import('./screens/links/links-screen.tsx'), 'LinksScreen'),
    ),
    screen(
      '/settings/shop',
      lazy(() => import('./screens/settings-shop/settings-shop-screen.tsx'), 'SettingsShopScreen'),
    ),
    screen(
      '/settings/addresses',
      lazy(() => import('./screens/addresses/addresses-screen.tsx'), 'AddressesScreen'),
    ),
    screen(
      '/settings/coins',
      lazy(() => import('./screens/coins/coins-screen.tsx'), 'CoinsScreen'),
    ),
    screen(
      '/settings/tokens',
      lazy(() => import('./screens/tokens/tokens-screen.tsx'), 'TokensScreen'),
    ),
    screen(
      '/settings/webhooks',
      lazy(() => import('./screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
    ),
    screen(
      '/settings/webhooks/$id',
      lazy(() => import('./screens/webhooks/webhook-screen.tsx'), 'WebhookScreen'),
    ),
    screen(
      '/settings/integrations',
      lazy(() => import('./screens/integrations/integrations-screen.tsx'), 'IntegrationsScreen'),
    ),
    screen(
      '/settings/team',
      lazy(() => import('./screens/team/team-screen.tsx'), 'TeamScreen'),
    ),
    screen(
      '/audit',
      lazy(() => import('./screens/audit/audit-screen.tsx'), 'AuditScreen'),
    ),
    screen(
      '/requests',
      lazy(() => import('./screens/requests/requests-screen.tsx'), 'RequestsScreen'),
    ),
    screen(
      '/account',
      lazy(() => import('./screens/account/account-screen.tsx'), 'AccountScreen'),
    ),
    screen(
      '/operator',
      lazy(() => import('./screens/operator/operator-screen.tsx'), 'OperatorScreen'),
    ),
    screen(
      '/operator/settings',
      lazy(() => import('./screens/operator/settings/settings-screen.tsx'), 'SettingsScreen'),
    ),
    screen(
      '/operator/set-up',
      lazy(() => import('./screens/operator/settings/set-up-screen.tsx'), 'SetUpScreen'),
    ),
    screen(
      '/operator/networks',
      lazy(() => import('./screens/operator/networks/networks-screen.tsx'), 'NetworksScreen'),
    ),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: publicPath === '' ? '/' : publicPath,
  defaultPreload: 'intent',
  defaultPendingComponent: Opening,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  parseSearch: readSearch,
  stringifySearch: writeSearch,
});

/** Names and values of the query; a repeated name becomes a list. */
function readSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const there = search[name];
    search[name] = there === undefined ? value : [there, value].flat();
  }
  return search;
}

function writeSearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null && one !== '') written.append(name, String(one));
    }
  }
  const text = written.toString();
  return text === '' ? '' : `?${text}`;
}
