// Probes of rights: the people and programs with access, and the apps that they see.
import type { Json } from '../../rig/client.ts';
import type { Answered, Ask, Asked } from '../../rig/tampering/ask.ts';
import type { Person } from '../../rig/tampering/people.ts';
import type { World } from '../../rig/tampering/world.ts';
import { type Fact, same, some, thiefs } from './facts.ts';

/** All credentials of the people, and the apps that each can read. */
export async function useCredentials(world: World, ask: Ask): Promise<Fact[]> {
  const { shop, thief, accomplice, madeUp } = world;
  const callers: readonly Promise<Fact[]>[] = [
    ...[shop, thief].flatMap((person) => credentialsOf(ask, person, person === shop)),
    seenBy(ask, 'the browser of the accomplice', { cookies: accomplice.browser.cookies }, false),
    seenBy(ask, 'a made-up token', { token: madeUp.pat }, false),
    seenByApp(ask, 'a made-up token of an app', madeUp.app, false),
    intrusions(world, ask),
  ];
  return (await Promise.all(callers)).flat();
}

function credentialsOf(ask: Ask, person: Person, isShops: boolean): Promise<Fact[]>[] {
  const { name, browser, personalToken, app, furtherToken, programToken } = person;
  return [
    seenBy(ask, `the browser of the ${name}`, { cookies: browser.cookies }, isShops),
    seenBy(ask, `the token of the ${name}`, { token: personalToken }, isShops),
    seenBy(ask, `the program of the ${name}`, { token: programToken }, isShops),
    seenByApp(ask, `the app of the ${name}`, app.token, isShops),
    seenByApp(ask, `the further token of the app of the ${name}`, furtherToken, isShops),
  ];
}

/** The apps that a caller can read. */
async function seenBy(ask: Ask, name: string, by: Asked, isShops: boolean): Promise<Fact[]> {
  const answer = await ask('GET', '/api/app?v=1', by);
  const ids = isGood(answer) ? answer.body.map((app: Json) => app.id) : null;
  return [isShops ? some(`${name} has`, ids) : thiefs(`${name} has`, ids)];
}

async function seenByApp(ask: Ask, name: string, token: string, isShops: boolean): Promise<Fact[]> {
  const answer = await ask('GET', '/api/invoices?v=1&limit=1', { token });
  const ids = isGood(answer) ? answer.body.map((one: Json) => one.app_id) : null;
  return [isShops ? some(`${name} sees`, ids) : thiefs(`${name} sees`, ids)];
}

/** The thief's credentials, used on objects of the shop and of the operator. */
async function intrusions({ shop, thief }: World, ask: Ask): Promise<Fact[]> {
  const ofShop = `/api/app-addresses?v=1&app_id=${shop.app.id}`;
  const tried: readonly (readonly [string, string, Asked])[] = [
    ['the browser of the thief finds addresses of the shop', ofShop, { cookies: thief.browser.cookies }],
    ['the token of the thief finds addresses of the shop', ofShop, { token: thief.personalToken }],
    ['the app of the thief finds addresses of the shop', ofShop, { token: thief.app.token }],
    ['the program of the thief finds addresses of the shop', ofShop, { token: thief.programToken }],
    ['the thief runs the instance', '/api/operator/instance?v=1', { cookies: thief.browser.cookies }],
  ];
  const json = { url: shop.webhook.url, enabled: true };
  const taken = await ask('PUT', `/api/webhook/${shop.webhook.id}?v=1`, { token: thief.personalToken, json });
  return [
    thiefs('the thief takes the webhook of the shop over', isGood(taken) ? 'yes' : null),
    ...(await Promise.all(
      tried.map(async ([name, path, by]) => thiefs(name, isGood(await ask('GET', path, by)) ? 'yes' : null)),
    )),
  ];
}

/** The shop, as its merchant sees it. */
export async function lookAtShop({ shop }: World, ask: Ask): Promise<Fact[]> {
  const { id } = shop.app;
  const seen = async (name: string, path: string, show: (body: Json) => readonly unknown[]) => {
    const answer = await ask('GET', path, { cookies: shop.browser.cookies });
    return some(name, isGood(answer) ? show(answer.body) : null);
  };
  return Promise.all([
    seen('the app is', `/api/app/${id}?v=1`, ({ name, url, slug }) => [name, url, slug]),
    seen('the terms of the app are', `/api/app/${id}/settings?v=1`, Object.entries),
    seen('the coins of the app are', `/api/app-cryptocurrencies?v=1&app_id=${id}`, coinsIn),
    seen('the addresses of the app are', `/api/app-addresses?v=1&app_id=${id}`, addressesIn),
    seen('the links of the app are', `/api/payment-links?v=1&app_id=${id}`, linksIn),
    seen('the webhook of the app is', `/api/webhook/${shop.webhook.id}?v=1`, ({ enabled }) =>
      enabled ? ['enabled'] : [],
    ),
    seen('the changes of where the app is paid are', `/api/payout-changes?v=1&app_id=${id}`, changesIn),
    seen('the team of the app is', `/api/app-members?v=1&app_id=${id}`, teamIn),
  ]);
}

const coinsIn = (list: Json[]) =>
  list.map(({ cryptocurrency, confirmations, min_total: least, max_total: most, accept_unconfirmed_up_to: upTo }) => [
    ...[cryptocurrency?.symbol, confirmations, least, most, upTo],
  ]);
const addressesIn = (list: Json[]) => list.filter(({ tampered }) => !tampered).map((one) => [one.value, one.enabled]);
const linksIn = (list: Json[]) =>
  list.map(({ slug, total, currency, description }) => [slug, total, currency, description]);
/** A withdrawn change has no effect. */
const changesIn = (list: Json[]) =>
  list
    .filter(({ status }) => status !== 'withdrawn')
    .map(({ slug, status, effective_at: at }) => [slug ?? 'address', status, at]);
const teamIn = (list: Json[]) =>
  list.filter(({ status }) => status !== 'tampered').map(({ email, role }) => [email, role]);

/** All ways to sign in. A password check is slow, so each is tried once. */
export async function signInAnew({ shop, thief, partner }: World, ask: Ask): Promise<Fact[]> {
  return [
    same('the password of the shop signs in', await byPassword(ask, shop.email, shop.password)),
    thiefs('the password of the thief opens the shop', await byPassword(ask, shop.email, thief.password)),
    thiefs('the password of the partner is enough', await byPassword(ask, partner.email, partner.password)),
    same('the passkey of the shop signs in', await byPasskey(ask, shop)),
    thiefs('the passkey of the thief signs in', await byPasskey(ask, thief)),
  ];
}

async function byPassword(ask: Ask, email: string, password: string): Promise<string | null> {
  const answer = await ask('POST', '/api/auth/sign-in/email', { json: { email, password } });
  return isGood(answer) ? (answer.body.user?.email ?? null) : null;
}

async function byPasskey(ask: Ask, { passkey }: Person): Promise<string | null> {
  const options = await ask('POST', '/api/auth/sign-in/passkey/options', { json: {} });
  if (!isGood(options)) return null;
  const json = { response: passkey.get(options.body, { counter: 1_000_000 }) };
  const answer = await ask('POST', '/api/auth/sign-in/passkey', { json, cookies: cookiesOf(options) });
  return isGood(answer) ? (answer.body.user?.email ?? null) : null;
}

/** Submits the forms behind the links in the thief's mails. */
export async function followLinks(world: World, ask: Ask): Promise<Fact[]> {
  const { shop, accomplice, thiefsLinks, instance } = world;
  const { invitation, oldAddress, newAddress, stop, notMe, reset } = thiefsLinks;
  const before = await ownerOf(world);
  const password = 'four unlikely words of a thief';
  await ask('POST', '/invitation', { form: { token: invitation }, cookies: accomplice.browser.cookies });
  await ask('POST', '/email-change', { form: { token: oldAddress, answer: 'agree' } });
  await ask('POST', '/verify-email', { form: { token: newAddress } });
  await ask('POST', '/stop-payout-change', { form: { token: stop } });
  await ask('POST', '/reset-password', { form: { token: reset, password } });
  await ask('POST', '/not-me', { form: { token: notMe } });
  const waiting = await instance.db.query<{ status: string }>(
    `select status from payout_changes where app_id = $1 and status = 'waiting'`,
    [shop.app.id],
  );
  const found = await Promise.all([
    seenBy(ask, 'after the links, the browser of the accomplice', { cookies: accomplice.browser.cookies }, false),
    seenBy(ask, 'after the links, the browser of the shop', { cookies: shop.browser.cookies }, true),
  ]);
  const after = await ownerOf(world);
  return [
    ...found.flat(),
    same('after the links, the address of the shop is', after?.email === before?.email ? 'its own' : after?.email),
    same('after the links, the password of the shop is', after?.password === before?.password ? 'its own' : 'another'),
    same('after the links, the change of the shop waits', waiting.length > 0 ? 'yes' : null),
  ];
}

/** The e-mail address and the password of the shop's merchant. */
async function ownerOf({ instance, shop }: World): Promise<{ email: string; password: string } | undefined> {
  const [owner] = await instance.db.query<{ email: string; password: string }>(
    'select u.email, a.password from users u join accounts a on a.user_id = u.id where u.id = $1',
    [shop.id],
  );
  return owner;
}

/** The address to which the shop's merchant is redirected with a code for the shop's program. */
export async function askForCodes({ shop, service }: World, ask: Ask): Promise<Fact[]> {
  const leadsTo = async (redirectUri: string) => {
    const query = new URLSearchParams({
      client_id: shop.program.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid apps:read',
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
      state: 'x',
    });
    const answer = await ask('GET', `/oauth2/authorize?${query}`, { cookies: shop.browser.cookies });
    const place = answer.location?.split('?')[0] ?? '/';
    // A page of the service asks for consent, or shows an error.
    return place.startsWith('/') || place.startsWith(service.url) ? null : place;
  };
  return [
    same('the program of the shop hears at', await leadsTo('https://shop.example/callback')),
    thiefs('the program of the shop hears at the thief’s', await leadsTo('https://thief.example/callback')),
  ];
}

function isGood({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

function cookiesOf({ setCookies }: Answered): ReadonlyMap<string, string> {
  return new Map(
    setCookies.map((line): [string, string] => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return [name, value];
    }),
  );
}
