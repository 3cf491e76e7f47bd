// Where one can go in the console: the one list behind the navigation, the search and the keys.
import type { IconName } from './icons.tsx';

export interface Place {
  readonly to: string;
  readonly words: string;
  /** Two keys, one after the other. */
  readonly keys: string;
  readonly icon: IconName;
  readonly group: 'work' | 'settings' | 'yours';
  readonly operatorOnly?: true;
}

export const places: readonly Place[] = [
  { to: '/console', words: 'Today', keys: 'g t', icon: 'today', group: 'work' },
  { to: '/console/invoices', words: 'Invoices', keys: 'g i', icon: 'invoices', group: 'work' },
  { to: '/console/sort-out', words: 'To sort out', keys: 'g s', icon: 'sort', group: 'work' },
  { to: '/console/payments', words: 'Payments', keys: 'g p', icon: 'payments', group: 'work' },
  { to: '/console/links', words: 'Links', keys: 'g n', icon: 'links', group: 'work' },
  { to: '/console/settings/shop', words: 'Shop', keys: 'g h', icon: 'shop', group: 'settings' },
  { to: '/console/settings/addresses', words: 'Addresses', keys: 'g a', icon: 'addresses', group: 'settings' },
  { to: '/console/settings/coins', words: 'Coins', keys: 'g c', icon: 'coins', group: 'settings' },
  { to: '/console/settings/tokens', words: 'Tokens', keys: 'g k', icon: 'tokens', group: 'settings' },
  { to: '/console/settings/webhooks', words: 'Webhooks', keys: 'g w', icon: 'webhooks', group: 'settings' },
  { to: '/console/settings/team', words: 'Team', keys: 'g m', icon: 'team', group: 'settings' },
  { to: '/console/audit', words: 'Audit log', keys: 'g l', icon: 'audit', group: 'settings' },
  { to: '/console/account', words: 'Account', keys: 'g u', icon: 'account', group: 'yours' },
  { to: '/console/operator', words: 'Operator', keys: 'g o', icon: 'operator', group: 'yours', operatorOnly: true },
];

export const placesFor = (isOperator: boolean): readonly Place[] =>
  places.filter(({ operatorOnly }) => isOperator || operatorOnly !== true);

/** What stands within reach of a thumb; the rest is behind "More". */
export const thumbPlaces = places.slice(0, 4);
