// A merchant ready to be paid: a person, a token, an app, what it accepts and where it receives it.
import { randomBytes } from 'node:crypto';
import { type Client, client, type Json, ok } from './client.ts';
import { type HasCommandLine, quittance, type Reachable } from './service/command-line.ts';

export interface MerchantOptions {
  /** Made up unless given. */
  readonly email?: string;
  /** Made up unless given. */
  readonly password?: string;
  /** Whether the merchant runs the instance as well. */
  readonly isAdmin?: boolean;
  /** Made up unless given. */
  readonly appName?: string;
  readonly environment?: 'development' | 'production';
  /** What the app accepts, as [cryptocurrency, network]. */
  readonly accepts?: readonly (readonly [cryptocurrency: string, network: string])[];
  /** Where it is paid, by network: an address, or an extended public key for one address per attempt. */
  readonly receives?: readonly { network: string; kind: 'address' | 'xpub'; value: string }[];
  /** All that the API knows unless given. */
  readonly scopes?: readonly string[];
  /** false: the app token decides about no payment. An older version knows no such setting. */
  readonly decidesByAppToken?: false;
}

export interface Merchant {
  readonly email: string;
  readonly password: string;
  readonly personalToken: string;
  /** As the API answered its creation, token included. */
  readonly app: Json;
  /** Calls with the personal access token. */
  readonly api: Client;
  /** Calls with the app's own token. */
  readonly appApi: Client;
}

/** Makes the person and the token on the command line, and the rest through the API, as a merchant would. */
export async function createMerchant(service: Reachable, options: MerchantOptions = {}): Promise<Merchant> {
  const tag = randomBytes(5).toString('hex');
  const email = options.email ?? `merchant-${tag}@example.com`;
  const scopes = (options.scopes ?? allScopes).join(',');
  const password = options.password ?? `correct horse ${tag}`;
  const role = options.isAdmin === true ? ['--admin'] : [];
  await succeed(service, ['user', 'create', '--email', email, '--password-stdin', ...role], `${password}\n`);
  const { environment = 'development', appName: name = `Shop ${tag}` } = options;
  // Where a production app is paid, no token decides that works from anywhere.
  const bounds = environment === 'production' ? toThisMachine : [];
  const made = await succeed(service, ['pat', 'create', '--email', email, '--scopes', scopes, ...bounds, '--json']);
  const personalToken = (JSON.parse(made) as { token: string }).token;
  const api = client(service.apiUrl, personalToken);
  const app = await ok(api.post('/app', { name, url: 'https://shop.example', environment }));
  // Stories decide about payments with either token.
  if (options.scopes === undefined && options.decidesByAppToken !== false)
    await ok(api.put(`/app/${app.id}/settings`, { app_token_may: ['settle', 'assign'] }));
  for (const [cryptocurrency, network] of options.accepts ?? []) {
    await ok(api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency, network }));
  }
  for (const place of options.receives ?? []) await ok(api.post('/app-address', { app_id: app.id, ...place }));
  return { email, password, personalToken, app, api, appApi: api.as(app.token) };
}

/** Calls of the merchant with a token that may change where production apps are paid: it is bound to address ranges. */
export async function boundApi(service: Reachable, { api, email }: Merchant): Promise<Client> {
  const { scopes } = await ok<Json>(api.get('/personal-access-tokens')).then(([one]) => one);
  const bounds = ['--scopes', scopes.join(','), ...toThisMachine, '--json'];
  const made = await succeed(service, ['pat', 'create', '--email', email, ...bounds]);
  return api.as((JSON.parse(made) as { token: string }).token);
}

const toThisMachine = ['--cidrs', '127.0.0.0/8,::1'];

const allScopes = [
  ...['invoices', 'transactions', 'apps', 'addresses', 'webhooks', 'account'].flatMap((group) => [
    `${group}:read`,
    `${group}:write`,
  ]),
  ...['apps:token', 'invoices:settle', 'payments:assign'],
];

async function succeed(service: HasCommandLine, args: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await quittance(service, args, input);
  if (code === 0) return stdout;
  throw new Error(`quittance ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
}
