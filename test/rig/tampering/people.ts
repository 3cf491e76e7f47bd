// The people of the tampering tests. Each has an account, an app, and one credential of each kind.
import type { Instance } from '../../../src/features/instance.ts';
import { openMail } from '../../../src/features/known/mails/mail-queue.ts';
import type { OpenInstance } from '../../../src/roles/open-instance.ts';
import { type Authenticator, softwareAuthenticator } from '../browser/authenticator.ts';
import { type BrowserSession, browserSession } from '../browser/browser-session.ts';
import { relyingParty } from '../browser/relying-party.ts';
import { type Client, type Json, ok } from '../client.ts';
import { createMerchant } from '../merchant.ts';
import type { Receiver } from '../receiver.ts';
import { quittance } from '../service/command-line.ts';
import type { ServiceProcess } from '../service.ts';
import { newAddress } from '../stage.ts';
import type { MemoryChain } from './memory-chain.ts';

export interface Parts {
  readonly service: ServiceProcess;
  /** The instance of another process, used by watchers and workers. */
  readonly instance: Instance;
  readonly chain: MemoryChain;
  readonly receiver: Receiver;
  /** The watcher's name in its leases. */
  readonly owner: string;
  /** Opens an instance like a newly started process. Throws StartFault. */
  openAnother(): Promise<OpenInstance>;
}

/** A merchant, with all credentials. */
export interface Person {
  readonly name: string;
  /** The id of the account. */
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly browser: BrowserSession;
  readonly personalToken: string;
  /** Calls with that token. */
  readonly api: Client;
  readonly app: Json;
  /** The receiving address of the app. */
  readonly address: string;
  /** Another token of the app. */
  readonly furtherToken: string;
  readonly passkey: Authenticator;
  readonly program: Json;
  /** The access token of that program. */
  readonly programToken: string;
  readonly webhook: Json;
}

export async function makePerson(parts: Parts, name: string): Promise<Person> {
  const { service, receiver, instance } = parts;
  const [email, password, address] = [`${name}@example.com`, `correct horse ${name}`, newAddress()];
  const { api, app, personalToken } = await createMerchant(service, {
    email,
    password,
    appName: `The ${name} shop`,
    environment: 'production',
    accepts: [...(['ETH', 'USDT'] as const)].map((coin) => [coin, 'local'] as const),
    receives: [{ network: 'local', kind: 'address', value: address }],
  });
  await ok(api.put(`/app/${app.id}`, { slug: `${name}-shop` }));
  await ok(api.put(`/app/${app.id}/settings`, { quote_window: 3600, support_contact: `help@${name}.example` }));
  const [{ id } = { id: '' }] = await instance.db.query<{ id: string }>('select id from users where email = $1', [
    email,
  ]);
  const { browser } = await signIn(parts, email, password);
  const url = new URL(`/${name}`, receiver.url).href;
  const webhook = await ok<Json>(browser.api.post('/webhook', { app_id: app.id, url }));
  const further = { app_id: app.id, name: 'Till', scopes: ['invoices:read'] };
  const { token: furtherToken } = await ok<Json>(browser.api.post('/app-token', further));
  const passkey = softwareAuthenticator(service.url);
  const response = passkey.create(await ok<Json>(browser.api.post('/passkey/options')));
  await ok(browser.api.post('/passkey', { name: 'Phone', response }));
  const party = await relyingParty(service.url, browser, { name: `Program of ${name}` });
  const scope = 'openid offline_access apps:read invoices:read';
  const { access_token: programToken } = await party.signIn(browser, { scope, prompt: 'consent' });
  await ok(api.post('/upload-target', { content_type: 'image/png', size: 1_000 }));
  const known = { name, id, email, password, address, app, webhook };
  return { ...known, browser, personalToken, furtherToken, api, passkey, program: party.client, programToken };
}

/** Creates the account if it does not exist. */
export async function signIn(
  { service }: Parts,
  email: string,
  password?: string,
): Promise<Pick<Person, 'email' | 'password' | 'browser'>> {
  const chosen = password ?? `correct horse ${email}`;
  if (password === undefined) {
    const made = await quittance(service, ['user', 'create', '--email', email, '--password-stdin'], `${chosen}\n`);
    if (made.code !== 0) throw new Error(made.stderr);
  }
  const browser = browserSession(service.apiUrl);
  await ok(browser.auth('/sign-in/email', { email, password: chosen }));
  await ok(browser.api.get('/app'));
  return { email, password: chosen, browser };
}

export interface Mailed {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The queued mails, newest last. */
export async function mailsOf({ db, vault }: Pick<Instance, 'db' | 'vault'>): Promise<Mailed[]> {
  const rows = await db.query<{ sealed: Buffer }>('select sealed from mails order by next_attempt_at');
  return rows.flatMap(({ sealed }) => {
    try {
      return openMail(vault, sealed) ?? [];
    } catch {
      return [];
    }
  });
}

/** The token in the link of the newest such mail to this address. */
export async function linkMailed({ instance }: Parts, email: string, link: RegExp): Promise<string> {
  const texts = (await mailsOf(instance)).filter(({ to }) => to === email).map(({ text }) => text);
  const found = texts.flatMap((text) => link.exec(text)?.[1] ?? []).at(-1);
  if (found === undefined) throw new Error(`No mail to ${email} has the link ${link}: ${texts.join('\n---\n')}`);
  return found;
}
