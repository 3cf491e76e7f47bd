// The browser of a merchant who just signed in. Only such a browser may open a door.
import { browserSession } from '../browser/browser-session.ts';
import { type Client, ok } from '../client.ts';
import type { Merchant } from '../merchant.ts';

/** The first read gives it the CSRF token that changes need. */
export async function ownerBrowser(
  apiUrl: string,
  { email, password }: Pick<Merchant, 'email' | 'password'>,
): Promise<Client> {
  const { auth, api } = browserSession(apiUrl);
  await ok(auth('/sign-in/email', { email, password }));
  await ok(api.get('/app'));
  return api;
}
