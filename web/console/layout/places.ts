// The pages of the console: one list for the navigation, the search and the shortcuts.
import type { Words } from '../words/words.ts';
import type { IconName } from './icons.tsx';

export interface Place {
  readonly to: string;
  readonly name: keyof Words['places'];
  /** Two keys, one after the other. */
  readonly keys: string;
  readonly icon: IconName;
  readonly group: 'work' | 'settings' | 'yours';
  readonly operatorOnly?: true;
}

export const places: readonly Place[] = [
  { to: '/console', name: 'home', keys: 'g t', icon: 'today', group: 'work' },
  { to: '/console/invoices', name: 'invoices', keys: 'g i', icon: 'invoices', group: 'work' },
  { to: '/console/review', name: 'review', keys: 'g s', icon: 'sort', group: 'work' },
  { to: '/console/payments', name: 'payments', keys: 'g p', icon: 'payments', group: 'work' },
  { to: '/console/links', name: 'links', keys: 'g n', icon: 'links', group: 'work' },
  { to: '/console/settings/shop', name: 'shop', keys: 'g h', icon: 'shop', group: 'settings' },
  { to: '/console/settings/addresses', name: 'addresses', keys: 'g a', icon: 'addresses', group: 'settings' },
  { to: '/console/settings/coins', name: 'coins', keys: 'g c', icon: 'coins', group: 'settings' },
  { to: '/console/settings/tokens', name: 'tokens', keys: 'g k', icon: 'tokens', group: 'settings' },
  { to: '/console/settings/webhooks', name: 'webhooks', keys: 'g w', icon: 'webhooks', group: 'settings' },
  { to: '/console/settings/integrations', name: 'integrations', keys: 'g d', icon: 'integrations', group: 'settings' },
  { to: '/console/settings/team', name: 'team', keys: 'g m', icon: 'team', group: 'settings' },
  { to: '/console/audit', name: 'audit', keys: 'g l', icon: 'audit', group: 'settings' },
  { to: '/console/requests', name: 'requests', keys: 'g r', icon: 'requests', group: 'settings' },
  { to: '/console/account', name: 'account', keys: 'g u', icon: 'account', group: 'yours' },
  { to: '/console/operator', name: 'operator', keys: 'g o', icon: 'operator', group: 'yours', operatorOnly: true },
];

export const placesFor = (isOperator: boolean): readonly Place[] =>
  places.filter(({ operatorOnly }) => isOperator || operatorOnly !== true);

/** The links in the bar at the bottom of a phone; the rest is behind "More". */
export const thumbPlaces = places.slice(0, 4);
