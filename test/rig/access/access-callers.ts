// Every kind of API caller, each with its credentials and the outcome that the access table predicts.
import type { BrowserSession } from '../browser/browser-session.ts';
import { type RelyingParty, relyingParty } from '../browser/relying-party.ts';
import { type Client, client, type Json, ok } from '../client.ts';
import { type AddressedBrowser, freshEmail, type People, password, sessionCookie } from '../people.ts';
import { quittance } from '../service/command-line.ts';
import type { AccessRow } from './access-table.ts';
import { ageSessions } from './aged-sessions.ts';
import { altered } from './altered-client.ts';
import { appTokenScopes, endedAppToken, newAppToken, withoutScope } from './app-token-maker.ts';
import { authenticatorApp } from './authenticator-app.ts';
import { type MemberRole, memberMay, memberRoles } from './role-table.ts';
import { signRows } from './signed-rows.ts';

/** `let in`, or the status and the error code of a rejection. */
export type Outcome = 'let in' | `${401 | 403 | 404 | 422} ${string}`;

export interface Caller {
  readonly name: string;
  expects(row: AccessRow): Outcome;
  /** With a token that fits the row, if the caller's name says so. */
  client(row: AccessRow): Client | Promise<Client>;
  /** True for callers that get only public access. */
  readonly isAnonymous: boolean;
}

/** The person who owns the requested objects. */
export interface Owner {
  readonly email: string;
  readonly browser: AddressedBrowser;
  /** A personal access token with every scope. */
  readonly api: Client;
  /** The app that all requested objects belong to. */
  readonly app: Json;
}

const groups = ['invoices', 'transactions', 'apps', 'addresses', 'webhooks', 'account'];
const moneyScopes = ['apps:token', 'invoices:settle', 'payments:assign', 'refunds:write'];
const allScopes = [...groups.flatMap((group) => [`${group}:read`, `${group}:write`]), ...moneyScopes];

/** Returns two owners. Being an operator gives no access to the objects of others. */
export async function accessOwner(people: People): Promise<{ owner: Owner; operator: Owner }> {
  const operator = await newOwner(people, ['--admin']);
  return { operator, owner: await newOwner(people) };
}

async function newOwner(people: People, role: readonly string[] = []): Promise<Owner> {
  const email = await newPerson(people, role);
  const browser = await signedIn(people, { email });
  const { token } = await newToken(browser, allScopes);
  const api = client(people.service.apiUrl, token);
  return { email, browser, api, app: await newApp(api) };
}

/** Created by the command line, because sign-up has its own tests. */
async function newPerson(people: People, role: readonly string[] = []): Promise<string> {
  const email = freshEmail();
  const { code, stderr } = await quittance(
    people.service,
    ['user', 'create', '--email', email, '--password-stdin', ...role],
    password,
  );
  if (code !== 0) throw new Error(stderr);
  return email;
}

export async function newApp(api: Client): Promise<Json> {
  const app = await ok<Json>(
    api.post('/app', { name: 'Shop', url: 'https://shop.example', environment: 'development' }),
  );
  await ok(api.put(`/app/${app.id}/settings`, { app_token_may: ['settle', 'assign', 'refund'] }));
  return app;
}

async function newToken(browser: BrowserSession, scopes: readonly string[]): Promise<Json> {
  return ok(browser.api.post('/personal-access-token', { name: 'Token', scopes }));
}

/** The order: the owner, the owner with insufficient credentials, other people, anonymous callers. */
export async function accessCallers(people: People, owner: Owner, operator: Owner): Promise<Caller[]> {
  const stranger = await newOwner(people);
  const callers = [
    ...(await ownersBrowsers(people, owner)),
    ...(await ownersTokens(people, owner)),
    ...(await appsTokens(owner, stranger)),
    ...(await otherPeople(people, stranger)),
    ...(await members(people, owner)),
    ...(await voidTokens(people, owner)),
    ...(await anonymousCallers(people, owner)),
  ];
  return [...callers.map(hidingOperatorObjects), ...operators(operator)];
}

/** Any caller that may call gets 404 for the operator's objects. */
function hidingOperatorObjects(caller: Caller): Caller {
  const expects = (row: AccessRow): Outcome =>
    row.anotherPerson === 'operator' && caller.expects(row) === 'let in' ? '404 not_found' : caller.expects(row);
  return { ...caller, expects };
}

async function ownersBrowsers(people: People, owner: Owner): Promise<Caller[]> {
  const old = await signedIn(people, owner);
  await ageSessions(people, { session: await currentSession(old) }, 16);
  const forged = (client: Client) => altered(client, { headers: { 'x-csrf-token': '' } });
  return [
    insider('the owner in a browser', byCookie, owner.browser.api),
    insider(
      'the owner in a browser, signed in more than 15 minutes ago',
      (row) => (row.cookie === 'fresh' ? '403 reauthentication_required' : 'let in'),
      old.api,
    ),
    insider(
      'the owner’s browser, sent by a foreign page',
      (row) => (row.operation.startsWith('GET ') ? 'let in' : '403 csrf_failed'),
      forged(owner.browser.api),
    ),
  ];
}

async function ownersTokens(people: People, owner: Owner): Promise<Caller[]> {
  const party = await relyingParty(people.service.url, owner.browser);
  const full = await accessToken(party, owner.browser, allScopes);
  const lacking = remembered(async (scope) => (await newToken(owner.browser, allBut(scope))).token as string);
  const granted = remembered((scope) => accessToken(party, owner.browser, allBut(scope)));
  return [
    insider('the owner’s personal access token', byToken('pat'), owner.api),
    {
      name: 'a personal access token of the owner without the scope',
      expects: byTokenWithout('pat'),
      client: async (row) => owner.api.as(await lacking(row.pat)),
      isAnonymous: true,
    },
    insider('an OAuth2 token of the owner', byToken('oauth2'), owner.api.as(full)),
    {
      name: 'an OAuth2 token of the owner without the scope',
      expects: byTokenWithout('oauth2'),
      client: async (row) => owner.api.as(await granted(row.oauth2)),
      isAnonymous: true,
    },
  ];
}

async function appsTokens(owner: Owner, stranger: Owner): Promise<Caller[]> {
  const sibling = await newApp(owner.api);
  const expects = (row: AccessRow) => (row.appToken === '403' ? '403 forbidden' : 'let in');
  const full = await newAppToken(owner, appTokenScopes);
  const lacking = remembered((scope) => newAppToken(owner, withoutScope(scope)));
  return [
    insider('the app’s own token', expects, appApi(owner)),
    insider('a further token of the app', expects, owner.api.as(full)),
    {
      name: 'a further token of the app without the scope',
      expects: (row) => (row.appToken === '403' || !row.isStrict ? expects(row) : '403 insufficient_scope'),
      client: async (row) => owner.api.as(await lacking(row.pat)),
      isAnonymous: true,
    },
    outsider('the token of another app of the owner', byAnotherApp, owner.api.as(sibling.token)),
    outsider('the token of a foreign app', byAnotherApp, appApi(stranger)),
  ];
}

const appApi = ({ api, app }: Owner) => api.as(app.token);

async function otherPeople(people: People, stranger: Owner): Promise<Caller[]> {
  const party = await relyingParty(people.service.url, stranger.browser);
  const granted = await accessToken(party, stranger.browser, allScopes);
  return [
    outsider('somebody else in a browser', another(byCookie), stranger.browser.api),
    outsider('somebody else’s personal access token', another(byToken('pat')), stranger.api),
    outsider('somebody else’s OAuth2 token', another(byToken('oauth2')), stranger.api.as(granted)),
  ];
}

function operators(operator: Owner): Caller[] {
  return [
    outsider('the operator in a browser', another(byCookie), operator.browser.api),
    outsider('the operator’s personal access token', another(byToken('pat')), operator.api),
  ];
}

/**
 * One member for each role, in all apps of the owner. Each calls from a browser and with a token that has every scope.
 */
async function members(people: People, owner: Owner): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const role of memberRoles) {
    const email = await newPerson(people);
    const browser = await signedIn(people, { email });
    const { token } = await newToken(browser, allScopes);
    const held = { browser: browser.api, token: owner.api.as(token) };
    const as = async (client: Client) => {
      await enrol(people, owner, { email, role });
      return client;
    };
    callers.push(
      {
        ...insider(`a member with the role ${role}, in a browser`, byRole(role, byCookie), held.browser),
        client: () => as(held.browser),
      },
      {
        ...insider(
          `the personal access token of a member with the role ${role}`,
          byRole(role, byToken('pat')),
          held.token,
        ),
        client: () => as(held.token),
      },
    );
  }
  return callers;
}

/** Also adds the members to apps that were created since. */
async function enrol(
  people: People,
  owner: Owner,
  { email, role }: { email: string; role: MemberRole },
): Promise<void> {
  const rows = await people.db.query<{ id: string }>(
    `insert into app_members (id, app_id, user_id, role, role_since, created_at, updated_at)
     select gen_random_uuid(), a.id, u.id, $3, now(), now(), now()
     from apps a join users o on o.id = a.owner_id and o.email = $1 join users u on u.email = $2
     on conflict (app_id, user_id) do nothing returning id`,
    [owner.email, email, role],
  );
  await signRows(
    people,
    'app_member',
    rows.map(({ id }) => id),
  );
}

/** A caller that may call at all gets the outcome of its role. Objects that belong to no app are the owner's only. */
function byRole(role: MemberRole, expects: (row: AccessRow) => Outcome): (row: AccessRow) => Outcome {
  return (row) => {
    const may = memberMay(role, row.operation);
    if (expects(row) !== 'let in' || (may === null && row.anotherPerson !== '404')) return expects(row);
    if (may === null) return '404 not_found';
    // A new owner cannot approve another owner's change.
    if (row.operation === 'POST /payout-change/{id}/approve' && may) return '403 second_owner_required';
    return may ? 'let in' : '403 role_required';
  };
}

/** Tokens that were valid once or look valid. They are rejected everywhere, also for public operations. */
async function voidTokens(people: People, owner: Owner): Promise<Caller[]> {
  const { browser, api, email } = owner;
  const expired = await newToken(browser, allScopes);
  await people.db.query(
    `update personal_access_tokens set expires_at = now() - interval '1 second' where id = '${expired.id}'`,
  );
  const revoked = await newToken(browser, allScopes);
  await ok(api.delete(`/personal-access-token/${revoked.id}`));
  const archived = await newApp(api);
  await ok(api.delete(`/app/${archived.id}`));
  const further = await endedAppToken(people, { browser, app: await newApp(api) });
  const rotated = await newApp(api);
  await ok(api.put(`/app/${rotated.id}`, { token: true }));
  const basic = (name: string, secret: string) =>
    altered(api.as(null), { headers: { authorization: `Basic ${btoa(`${name}:${secret}`)}` } });
  const cookie = browser.cookies.get(sessionCookie) as string;
  return [
    refused('an expired personal access token', api.as(expired.token)),
    refused('a revoked personal access token', api.as(revoked.token)),
    refused('the token of an archived app', api.as(archived.token)),
    refused('an expired further token of an app', api.as(further)),
    refused('an app’s token from before it was made anew', api.as(rotated.token)),
    ...(await voidGrants(people, owner)),
    refused('a made-up token', api.as('qpat_0000000000000000000000000000000000000000')),
    refused('a token with one character changed', api.as(owner.app.token.replace(/.$/, changed))),
    refused('an e-mail address with its password', basic(email, password)),
    refused('an app’s token in place of a password', basic(owner.app.token, '')),
    refused('a session cookie shown as a token', api.as(cookie)),
  ];
}

const changed = (character: string) => (character === 'a' ? 'b' : 'a');

async function voidGrants(people: People, { browser, api }: Owner): Promise<Caller[]> {
  const party = () => relyingParty(people.service.url, browser);
  const expired = await accessToken(await party(), browser, allScopes);
  await people.db.query(
    `update oauth2_artifacts set expires_at = now() - interval '1 second' where model = 'AccessToken'
       and grant_id = (select grant_id from oauth2_grants order by created_at desc limit 1)`,
  );
  const ended = await accessToken(await party(), browser, allScopes);
  const [session] = await ok<Json[]>(api.get('/oauth2-sessions'));
  await ok(api.delete(`/oauth2-session/${session.id}`));
  const { id_token, refresh_token } = await (await party()).signIn(browser, {
    scope: 'openid offline_access apps:read',
    prompt: 'consent',
  });
  return [
    refused('an expired OAuth2 token', api.as(expired)),
    refused('a token of an OAuth2 session that was ended', api.as(ended)),
    refused('an ID token', api.as(id_token as string)),
    refused('a refresh token', api.as(refresh_token as string)),
  ];
}

/** A browser without a session is anonymous. The service ignores its other cookies. */
async function anonymousCallers(people: People, owner: Owner): Promise<Caller[]> {
  const left = await signedIn(people, owner);
  const ended = left.copy();
  await ok(left.auth('/sign-out', {}, { origin: people.service.url }));
  const old = await signedIn(people, owner);
  await people.db.query(`update sessions set expires_at = now() - interval '1 second' where id = $1`, [
    await currentSession(old),
  ]);
  const half = await halfSignedIn(people);
  const query = { access_token: owner.app.token, token: owner.app.token };
  return [
    outsider('nobody', asAnonymous, owner.api.as(null)),
    outsider('a browser that has signed out', asAnonymous, ended.api),
    outsider('a browser with an expired session', asAnonymous, old.api),
    outsider('a person who entered the password but not the second factor', asAnonymous, half.api),
    outsider('nobody, with a token in the address', asAnonymousWithExtras, altered(owner.api.as(null), { query })),
  ];
}

async function halfSignedIn(people: People): Promise<BrowserSession> {
  const email = await newPerson(people);
  const person = await signedIn(people, { email });
  const { totpURI } = await ok<Json>(person.auth('/two-factor/enable', { password }));
  await ok(person.auth('/two-factor/verify-totp', { code: authenticatorApp(totpURI).next() }));
  const half = people.browser();
  await ok(half.auth('/sign-in/email', { email, password }));
  return half;
}

const asAnonymous = (row: AccessRow): Outcome => (row.nobody === 'yes' ? 'let in' : '401 not_authenticated');
/** A list rejects unknown parameters; all other operations ignore them. */
const asAnonymousWithExtras = (row: AccessRow): Outcome =>
  row.nobody === 'yes' && /^GET \/[a-z-]+s$/.test(row.operation) ? '422 validation_failed' : asAnonymous(row);
const byCookie = (): Outcome => 'let in';

function byToken(kind: 'pat' | 'oauth2'): (row: AccessRow) => Outcome {
  return (row) => (row[kind] === '403' ? '403 forbidden' : 'let in');
}

/** Public operations also accept a token without the required scope. */
function byTokenWithout(kind: 'pat' | 'oauth2'): (row: AccessRow) => Outcome {
  return (row) => {
    if (row[kind] === '403') return '403 forbidden';
    return row.isStrict ? '403 insufficient_scope' : 'let in';
  };
}

/** A caller that may call at all gets the outcome that the table lists for other people. */
function another(expects: (row: AccessRow) => Outcome): (row: AccessRow) => Outcome {
  return (row) => (expects(row) === 'let in' && row.anotherPerson === '404' ? '404 not_found' : expects(row));
}

function byAnotherApp(row: AccessRow): Outcome {
  if (row.appToken === '403') return '403 forbidden';
  return row.anotherApp === '404' ? '404 not_found' : 'let in';
}

function insider(name: string, expects: (row: AccessRow) => Outcome, held: Client): Caller {
  return { name, expects, client: () => held, isAnonymous: false };
}

function outsider(name: string, expects: (row: AccessRow) => Outcome, held: Client): Caller {
  return { name, expects, client: () => held, isAnonymous: true };
}

function refused(name: string, held: Client): Caller {
  return outsider(name, () => '401 invalid_token', held);
}

async function signedIn(people: People, { email }: Pick<Owner, 'email'>): Promise<AddressedBrowser> {
  const browser = people.browser();
  await ok(browser.auth('/sign-in/email', { email, password }));
  await ok(browser.api.get('/app'));
  return browser;
}

async function currentSession(browser: BrowserSession): Promise<string> {
  const sessions = await ok<Json[]>(browser.api.get('/sessions'));
  return sessions.find((one) => one.current).id;
}

async function accessToken(party: RelyingParty, browser: BrowserSession, scopes: readonly string[]): Promise<string> {
  return (await party.signIn(browser, { scope: ['openid', ...scopes].join(' ') })).access_token;
}

/** For an operation that needs no scope, returns a token with almost no rights. */
function allBut(scope: string): string[] {
  const needed = scope.split('/');
  return allScopes.includes(needed[0] ?? '') ? allScopes.filter((one) => !needed.includes(one)) : ['webhooks:read'];
}

function remembered(make: (scope: string) => Promise<string>): (scope: string) => Promise<string> {
  const made = new Map<string, Promise<string>>();
  return (scope) => {
    const known = made.get(scope) ?? make(scope);
    made.set(scope, known);
    return known;
  };
}
