// A merchant who can be paid: a user, a token, an app, its accepted coins and its receiving addresses.
import { randomBytes } from 'node:crypto';
import { type Client, client, type Json, ok } from './client.ts';
import { type HasCommandLine, quittance, type Reachable } from './service/command-line.ts';

export interface MerchantOptions {
  /** Random by default. */
  readonly email?: string;
  /** Random by default. */
  readonly password?: string;
  /** Whether the merchant is also the operator. */
  readonly isAdmin?: boolean;
  /** Random by default. */
  readonly appName?: string;
  readonly environment?: 'development' | 'production';
  /** The coins that the app accepts, as [cryptocurrency, network]. */
  readonly accepts?: readonly (readonly [cryptocurrency: string, network: string])[];
  /** The receiving targets by network: an address, or an extended public key for one address per attempt. */
  readonly receives?: readonly { network: string; kind: 'address' | 'xpub'; value: string }[];
  /** All scopes of the API by default. */
  readonly scopes?: readonly string[];
  /** false: the app token may not decide about payments. An older version has no such setting. */
  readonly decidesByAppToken?: false;
}

export interface Merchant {
  readonly email: string;
  readonly password: string;
  readonly personalToken: string;
  /** The API's response to its creation, including the token. */
  readonly app: Json;
  /** Calls with the personal access token. */
  readonly api: Client;
  /** Calls with the app's own token. */
  readonly appApi: Client;
}

/** Creates the user and the token by the command line, and everything else through the API, as a merchant would. */
export async function createMerchant(service: Reachable, options: MerchantOptions = {}): Promise<Merchant> {
  const tag = randomBytes(5).toString('hex');
  const email = options.email ?? `merchant-${tag}@example.com`;
  const scopes = (options.scopes ?? allScopes).join(',');
  const password = options.password ?? `correct horse ${tag}`;
  const role = options.isAdmin === true ? ['--admin'] : [];
  await succeed(service, ['user', 'create', '--email', email, '--password-stdin', ...role], `${password}\n`);
  const { environment = 'development', appName: name = `Shop ${tag}` } = options;
  // A production app's addresses can only be changed with a token that is bound to address ranges.
  const bounds = environment === 'production' ? toThisMachine : [];
  const made = await succeed(service, ['pat', 'create', '--email', email, '--scopes', scopes, ...bounds, '--json']);
  const personalToken = (JSON.parse(made) as { token: string }).token;
  const api = client(service.apiUrl, personalToken);
  const app = await ok(api.post('/app', { name, url: 'https://shop.example', environment }));
  // Tests decide about payments with either token.
  if (options.scopes === undefined && options.decidesByAppToken !== false)
    await ok(api.put(`/app/${app.id}/settings`, { app_token_may: ['settle', 'assign'] }));
  for (const [cryptocurrency, network] of options.accepts ?? []) {
    await ok(api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency, network }));
  }
  for (const place of options.receives ?? []) await ok(api.post('/app-address', { app_id: app.id, ...place }));
  return { email, password, personalToken, app, api, appApi: api.as(app.token) };
}

/**
 * Calls of the merchant with a token that may change the addresses of production apps, because it is bound to address
 * ranges.
 */
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
  ...['apps:token', 'invoices:settle', 'payments:assign', 'refunds:write'],
];

async function succeed(service: HasCommandLine, args: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await quittance(service, args, input);
  if (code === 0) return stdout;
  throw new Error(`quittance ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
}
