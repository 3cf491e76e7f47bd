// Reads the request of a shop plugin for a key, from the query of the page that its user is sent to.
import {
  readPermissions,
  type StorePermission,
  scopesOfPermissions,
} from '../../../../core/access/store-permissions.ts';
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { keyTarget } from '../../../../core/urls/key-target.ts';

export interface Authorization {
  /** As the plugin sent it, shortened. '' for none. */
  readonly name: string;
  /** In the order of `storePermissions`, at least one. */
  readonly permissions: readonly StorePermission[];
  /** Permissions that this service does not have. The plugin can do without them. */
  readonly leftOut: readonly string[];
  /** Where the key is sent; null to show it on a page. */
  readonly target: URL | null;
}

export type AuthorizationFault =
  | { readonly fault: 'too_long' | 'target' | 'none' }
  /** `unknown`: permissions that the plugin needs and this service does not have. */
  | { readonly fault: 'unknown'; readonly unknown: readonly string[] };

const longestQuery = 2000;
const longestName = 60;
const mostNamed = 10;
const longestPermission = 80;

/** `query`: without its `?`. Permissions are repeated parameters, or one that separates them by commas or spaces. */
export function readAuthorization(query: string): Authorization | AuthorizationFault {
  if (query.length > longestQuery) return { fault: 'too_long' };
  const fields = new URLSearchParams(query);
  const redirect = fields.get('redirect') ?? '';
  const target = keyTarget(redirect);
  if (redirect !== '' && target === null) return { fault: 'target' };
  const sent = [...fields].flatMap(([name, value]) =>
    name === 'permissions' || /^permissions\[\d{0,3}\]$/.test(name) ? value.split(/[\s,]+/) : [],
  );
  const { known, unknown } = readPermissions(sent);
  const named = unknown.slice(0, mostNamed).map((one) => one.slice(0, longestPermission));
  // The default is strict, as in BTCPay Server.
  const isStrict = (fields.get('strict') ?? 'true').toLowerCase() !== 'false';
  if (isStrict && named.length > 0) return { fault: 'unknown', unknown: named };
  if (scopesOfPermissions(known).length === 0) return { fault: 'none' };
  const name = nameInBody((fields.get('applicationName') ?? '').trim().slice(0, longestName));
  return { name, permissions: known, leftOut: named, target };
}
