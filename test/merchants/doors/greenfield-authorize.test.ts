// A shop plugin obtains its key on a page: the owner of a shop sees who asks and for what, and allows or cancels it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { ageSessions } from '../../rig/access/aged-sessions.ts';
import { closeContext, launchBrowser } from '../../rig/browser/browser.ts';
import { type Json, ok } from '../../rig/client.ts';
import { type AddressedBrowser, type People, password, startPeople } from '../../rig/people.ts';
import { type Receiver, startReceiver } from '../../rig/receiver.ts';

interface Person {
  readonly email: string;
  readonly person: AddressedBrowser;
}

const six = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.webhooks.canmodifywebhooks',
  'btcpay.store.cancreatenonapprovedpullpayments',
];

let people: People;
let plugin: Receiver;
let chromium: Browser;
let ann: Person;
let ben: Person;
let shops: readonly Json[];

before(async () => {
  [people, plugin, chromium] = await Promise.all([startPeople(), startReceiver(), launchBrowser()]);
  ann = await people.signedUp();
  ben = await people.signedUp();
  await ok(ann.person.api.get('/app'));
  const site = { url: 'https://shop.example', environment: 'development' };
  shops = [
    await ok<Json>(ann.person.api.post('/app', { ...site, name: 'Tea & <b>Cups</b>' })),
    await ok<Json>(ann.person.api.post('/app', { ...site, name: 'Garden' })),
    await ok<Json>(ann.person.api.post('/app', { ...site, name: 'Closed' })),
  ];
  await ok(ann.person.api.delete(`/app/${shops[2]?.id}`));
  await ok(ann.person.api.post('/app-member', { app_id: shops[0]?.id, email: ben.email, role: 'developer' }));
  const mail = await people.mailTo(ben.email, /\/invitation\?token=/);
  const link = /http\S+\/invitation\?token=\S+/.exec(mail)?.[0] ?? assert.fail(mail);
  const joined = await fetch(new URL('/invitation', link), {
    method: 'POST',
    headers: cookiesOf(ben),
    body: new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '' }),
    redirect: 'manual',
  });
  assert.ok(joined.status < 400, String(joined.status));
});

after(async () => {
  await chromium?.close();
  await plugin?.close();
  await people?.close();
});

function cookiesOf({ person }: Person, more: Readonly<Record<string, string>> = {}) {
  const pairs = Object.entries({ ...Object.fromEntries(person.cookies), ...more });
  return { cookie: pairs.map(([name, value]) => `${name}=${value}`).join('; ') };
}

interface Asked {
  readonly permissions?: readonly string[];
  readonly [name: string]: string | readonly string[];
}

/** As the plugins write it. */
function pageAt({ permissions = six, ...fields }: Asked = {}): string {
  const query = new URLSearchParams({ applicationName: 'Tea shop', strict: 'true', selectiveStores: 'true' });
  query.set('redirect', plugin.url);
  for (const [name, value] of Object.entries(fields)) query.set(name, String(value));
  if (query.get('redirect') === '') query.delete('redirect');
  for (const permission of permissions) query.append('permissions', permission);
  return `${people.service.url}/api-keys/authorize?${query}`;
}

interface Opened {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
  /** The fields of the form. */
  readonly form: Readonly<Record<string, string>>;
  readonly shops: readonly string[];
  readonly csrfCookie: Readonly<Record<string, string>>;
}

async function read(response: Response): Promise<Opened> {
  const html = await response.text();
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const cookie = /csrf_=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  return {
    status: response.status,
    html,
    headers: response.headers,
    form: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])),
    shops: [...html.matchAll(/<option value="([^"]*)"/g)].map(([, id = '']) => id),
    csrfCookie: cookie === undefined ? {} : { csrf_: cookie },
  };
}

const open = async (who: Person | null, url: string, language = 'en') =>
  read(
    await fetch(url, {
      headers: { 'accept-language': language, ...(who === null ? {} : cookiesOf(who)) },
      redirect: 'manual',
    }),
  );

interface Sent extends Readonly<Record<string, string>> {}

/** Presses a button of the opened page. */
async function press(who: Person, url: string, page: Opened, { headers = {}, ...fields }: { headers?: Sent } & Json) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...cookiesOf(who, page.csrfCookie), origin: people.service.url, ...headers },
    body: new URLSearchParams({ ...page.form, decision: 'allow', ...fields }),
    redirect: 'manual',
  });
  return read(response);
}

const doorsOf = (shop: Json | undefined) => ok<Json[]>(ann.person.api.get(`/app/${shop?.id}/doors`));

test('a person who is not signed in signs in first, and returns to the page with its query', async () => {
  const url = pageAt();
  const asked = await open(null, url);
  const signIn = new URL(asked.headers.get('location') ?? '');
  assert.deepEqual([asked.status, signIn.pathname], [303, '/sign-in']);
  const response = await fetch(signIn, {
    method: 'POST',
    body: new URLSearchParams({ email: ann.email, password, return_to: signIn.searchParams.get('return_to') ?? '' }),
    redirect: 'manual',
  });
  assert.deepEqual([response.status, response.headers.get('location')], [303, url]);
});

test('the owner chooses one of their shops, and the plugin receives the key with exactly the permissions', async () => {
  const url = pageAt({ applicationName: 'Tea <script>shop</script>' });
  const page = await open(ann, url);
  assert.equal(page.status, 200, page.html);
  assert.deepEqual([...page.shops].sort(), [shops[0]?.id, shops[1]?.id].sort());
  const host = new URL(plugin.url).host;
  for (const text of ['Tea &#38; &#60;b&#62;Cups', 'Tea &#60;script&#62;shop', host, 'Create invoices'])
    assert.ok(page.html.includes(text), text);
  assert.ok(!page.html.includes('http-equiv') && page.headers.get('content-security-policy')?.includes("'none'"));

  const context = await chromium.newContext();
  const { origin, hostname } = new URL(people.service.url);
  const cookies = [...ann.person.cookies].map(([name, value]) => ({ name, value, domain: hostname, path: '/' }));
  await context.addCookies(cookies);
  const tab = await context.newPage();
  await tab.goto(url);
  await tab.selectOption('select', shops[1]?.id);
  await tab.click('button[value=allow]');
  const [received] = await plugin.until(1);
  await tab.waitForURL(plugin.url);
  const visited = (await tab.evaluate('performance.getEntriesByType("navigation")[0].name')) as string;
  await closeContext(context);
  const sent = new URLSearchParams(received?.body);
  const { id: store } = shops[1] as Json;
  assert.deepEqual(
    sent.getAll('permissions[]'),
    six.map((one) => `${one}:${store}`),
  );
  const key = sent.get('apiKey') ?? '';
  assert.match(key, /^[A-Za-z0-9_-]{20,}$/);
  assert.equal([...sent.keys()].length, 7);
  assert.ok(![visited, received?.path, JSON.stringify(received?.headers)].join().includes(key));
  assert.notEqual(received?.headers.origin, origin);
  const [door, ...others] = await doorsOf(shops[1]);
  assert.deepEqual([door?.kind, others.length, (await doorsOf(shops[0])).length], ['greenfield', 0, 0]);
  const tokens = await ok<Json[]>(ann.person.api.get('/app-tokens', { query: { app_id: store } }));
  const token = tokens.find(({ id }) => id === door?.id);
  assert.deepEqual(token?.scopes.length, 6);
  await people.mailTo(ann.email, /The app token BTCPay Greenfield was made for the app Garden/);
  const log = await ok<Json[]>(ann.person.api.get('/audit-log', { query: { app_id: store } }));
  assert.ok(log.some(({ action }) => action === 'door.opened'));
});

test('a key has only the permissions that the plugin asked for, in any spelling of them', async () => {
  const url = pageAt({ permissions: ['canviewinvoices', 'btcpay.store.CanCreateInvoice:abc', 'canviewinvoices'] });
  const page = await open(ann, url);
  const { html, form } = await press(ann, url, page, { store: shops[0]?.id });
  const granted = [...html.matchAll(/name="permissions\[\]" value="([^"]*)"/g)].map(([, one]) => one);
  assert.deepEqual(granted, [`${six[0]}:${shops[0]?.id}`, `${six[1]}:${shops[0]?.id}`]);
  const [door] = await doorsOf(shops[0]);
  const tokens = await ok<Json[]>(ann.person.api.get('/app-tokens', { query: { app_id: shops[0]?.id } }));
  const token = tokens.find(({ id }) => id === door?.id);
  assert.deepEqual(token?.scopes, ['invoices:read', 'invoices:write', 'transactions:read']);

  const again = await press(ann, url, page, { store: shops[0]?.id });
  assert.deepEqual([again.status, again.form.apiKey], [200, form.apiKey]);
  assert.equal((await doorsOf(shops[0])).length, 1);
  const other = await press(ann, url, page, { store: shops[1]?.id });
  assert.deepEqual([other.status, other.form.apiKey], [422, undefined], other.html);
  assert.match(other.html, /already used for another key/);
  assert.equal((await doorsOf(shops[1])).length, 1);
});

test('permissions and the address of notifications are refused at their fields', async () => {
  const [settings, ...others] = [six[3], six[0]];
  const refused: readonly (readonly [string, Json])[] = [
    ['permissions', { kind: 'epay', permissions: others }],
    ['permissions', { kind: 'commerce', permissions: others }],
    ['permissions', { kind: 'greenfield', permissions: [settings] }],
    ['webhook_url', { kind: 'greenfield', webhook_url: 'https://shop.example/' }],
    ['webhook_url', { kind: 'commerce', webhook_url: 'not an address' }],
  ];
  for (const [field, body] of refused) {
    const answer = await ann.person.api.post<Json>(`/app/${shops[0]?.id}/doors`, body);
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.field], [422, field], JSON.stringify(body));
  }
});

test('unknown permissions refuse a strict request, and are left out of another one', async () => {
  const permissions = [...six.slice(0, 2), 'btcpay.server.canmodifyserversettings'];
  const strict = await open(ann, pageAt({ permissions }));
  assert.equal(strict.status, 400);
  assert.match(strict.html, /requires permissions .*btcpay\.server\.canmodifyserversettings/);
  assert.ok(!strict.html.includes('<form') && !strict.html.includes(plugin.url));
  const url = pageAt({ permissions, strict: 'false' });
  const loose = await open(ann, url);
  assert.match(loose.html, /Not part of the key.*btcpay\.server\.canmodifyserversettings/);
  for (const few of [[], ['btcpay.store.canviewstoresettings'], ['btcpay.user.candeleteuser']])
    assert.equal((await open(ann, pageAt({ permissions: few, strict: 'false' }))).status, 400, few.join());
});

test('a key is only sent to an address that may have it, and without one the page shows it once', async () => {
  for (const redirect of [
    'javascript:alert(1)',
    'http://shop.example/',
    'https://a:b@shop.example/',
    '//shop.example',
  ]) {
    const refused = await open(ann, pageAt({ redirect }));
    assert.equal(refused.status, 400, redirect);
    assert.ok(!refused.html.includes('shop.example') && !refused.html.includes('javascript:'), redirect);
    const pressed = await press(ann, pageAt({ redirect }), await open(ann, pageAt()), { store: shops[0]?.id });
    assert.deepEqual([pressed.status, pressed.form.apiKey], [400, undefined], redirect);
  }
  const far = pageAt({ redirect: 'https://shop.example/?a=1&b=%22' });
  const sending = await press(ann, far, await open(ann, far), { store: shops[0]?.id });
  assert.match(sending.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/shop\.example;/);
  assert.equal(sending.headers.get('cache-control'), 'no-store');
  assert.match(sending.html, /action="https:\/\/shop\.example\/\?a=1&#38;b=%22"/);
  const here = pageAt({ redirect: '' });
  const shown = await press(ann, here, await open(ann, here), { store: shops[0]?.id });
  const [, key] = /<code dir="ltr">(qapp_[^<]+)<\/code>/.exec(shown.html) ?? [];
  assert.ok(key !== undefined && !(await open(ann, here)).html.includes(key));
});

test('a canceled request makes no key, and neither does a member or another page', async () => {
  const url = pageAt();
  const count = (await doorsOf(shops[0])).length;
  const page = await open(ann, url);
  const canceled = await press(ann, url, page, { store: shops[0]?.id, decision: 'deny' });
  assert.match(canceled.html, /No key was created/);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const fields of [{ csrf: '' }, { headers: foreign }, { csrf: crypto.randomUUID() }, { once: '' }]) {
    const refused = await press(ann, url, page, { store: shops[0]?.id, ...fields });
    assert.ok(refused.status >= 400 && refused.form.apiKey === undefined, JSON.stringify(fields));
  }
  const member = await open(ben, url);
  assert.match(member.html, /You own no shop here/);
  const pressed = await press(ben, url, { ...page, csrfCookie: {} }, { store: shops[0]?.id });
  assert.ok(pressed.status >= 400 && pressed.form.apiKey === undefined);
  await ok(ben.person.api.get('/app'));
  const own = { csrf: ben.person.csrf() ?? '', store: shops[0]?.id };
  const asMember = await press(ben, url, { ...page, csrfCookie: {} }, own);
  assert.deepEqual([asMember.status, asMember.form.apiKey], [403, undefined], asMember.html);
  for (const store of [shops[2]?.id, 'x', crypto.randomUUID()]) {
    const refused = await press(ann, url, await open(ann, url), { store });
    assert.ok(refused.status >= 400 && refused.form.apiKey === undefined, store);
  }
  assert.equal((await doorsOf(shops[0])).length, count);
});

test('a session without a recent proof signs in again, before the page and before the key', async () => {
  const url = pageAt();
  const page = await open(ann, url, 'de-DE,de;q=0.9');
  assert.match(page.html, /<html lang="de">.*Erlauben/s);
  const count = (await doorsOf(shops[0])).length;
  await ageSessions(people, { email: ann.email }, 60);
  for (const stale of [await open(ann, url), await press(ann, url, page, { store: shops[0]?.id })])
    assert.deepEqual(
      [stale.status, new URL(stale.headers.get('location') ?? '').pathname, stale.form.apiKey],
      [303, '/sign-in', undefined],
    );
  await ok(ann.person.auth('/sign-in/email', { email: ann.email, password }));
  assert.equal((await doorsOf(shops[0])).length, count);
});
