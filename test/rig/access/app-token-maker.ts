// Creates more tokens of an app, in a browser of its owner.
import type { BrowserSession } from '../browser/browser-session.ts';
import { type Json, ok } from '../client.ts';
import type { People } from '../people.ts';

/** All scopes that the operations of an app token require. */
export const appTokenScopes = [
  ...['invoices:read', 'invoices:write', 'invoices:settle', 'transactions:read', 'transactions:write'],
  ...[
    'payments:assign',
    'refunds:write',
    'apps:read',
    'apps:write',
    'addresses:read',
    'webhooks:read',
    'webhooks:write',
  ],
];

export function withoutScope(scope: string): string[] {
  return appTokenScopes.filter((one) => !scope.split('/').includes(one));
}

interface Maker {
  readonly browser: BrowserSession;
  readonly app: Json;
}

export async function newAppToken({ browser, app }: Maker, scopes: readonly string[]): Promise<string> {
  return (await ok<Json>(browser.api.post('/app-token', { app_id: app.id, name: 'Token', scopes }))).token;
}

export async function endedAppToken({ db }: People, maker: Maker): Promise<string> {
  const token = await newAppToken(maker, ['invoices:read']);
  await db.query(`update app_tokens set expires_at = now() - interval '1 second' where app_id = $1`, [maker.app.id]);
  return token;
}
