// Apps, the coins that they accept and their receiving addresses: published fields, tokens, slugs, and addresses that
// are safe to receive at.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { signChanged, signRows } from '../rig/access/signed-rows.ts';
import { type Json, ok } from '../rig/client.ts';
import { type ApiRig, refusals, startApiRig } from '../rig/interface/api-rig.ts';
import type { Merchant } from '../rig/merchant.ts';

let rig: ApiRig;
let merchant: Merchant;
/** A merchant with a token of few rights; created by the first test that needs it. */
let careful: Merchant;
let other: Merchant;

before(async () => {
  rig = await startApiRig();
  merchant = await rig.merchant();
  other = await rig.merchant();
});
after(() => rig?.stop());

const reduced = ['description', 'id', 'image', 'name', 'slug', 'url'];
const full = [...reduced, 'created_at', 'environment', 'token', 'updated_at'].sort();
const fields = (app: object) => Object.keys(app).sort();
const newApp = (more: object = {}) => ({
  name: 'Tea shop',
  url: 'https://tea.example',
  environment: 'development',
  ...more,
});
const receive = (more: object) =>
  merchant.api.post<Json>('/app-address', { app_id: merchant.app.id, network: 'local', kind: 'address', ...more });

test('create, list and update answer all fields of an app, a single read only six', async () => {
  const made = await merchant.api.post<Json>('/app', newApp({ slug: 'tea-shop', description: 'Fine teas' }));
  assert.equal(made.status, 201);
  assert.deepEqual(fields(made.body), full);
  assert.match(made.body.token, /^qapp_/);
  const listed = await ok<Json>(merchant.api.get('/app'));
  assert.deepEqual(fields(listed[0]), full);
  assert.deepEqual(listed[0], made.body);
  const renamed = await merchant.api.put<Json>(`/app/${made.body.id}`, { name: 'Teas' });
  assert.deepEqual([renamed.status, fields(renamed.body), renamed.body.name], [200, full, 'Teas']);
  for (const caller of [merchant.api, merchant.api.as(null), other.api, merchant.api.as(made.body.token)]) {
    for (const path of [`/app/${made.body.id}`, '/app/tea-shop']) {
      assert.deepEqual(fields(await ok<Json>(caller.get(path))), reduced);
    }
  }
  assert.equal((await other.appApi.get(`/app/${made.body.id}`)).status, 404, 'an app token reads its own app');
});

test('a token without apps:token sees no app token, and asking for a new one changes nothing', async () => {
  careful = await rig.merchant({ scopes: ['apps:read', 'apps:write', 'invoices:write', 'webhooks:read'] });
  assert.equal('token' in careful.app, false);
  const [listed] = await ok<Json>(careful.api.get('/app'));
  assert.equal('token' in listed, false);
  const stored = () => rig.database.db.query('select * from apps where id = $1', [careful.app.id]);
  const before = await stored();
  const refused = await careful.api.put<Json>(`/app/${careful.app.id}`, { name: 'Renamed', token: true });
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope']);
  assert.match(refused.body.detail, /apps:token/);
  assert.match(refused.headers.get('www-authenticate') ?? '', /scope="apps:token"/);
  assert.deepEqual(await stored(), before);
  assert.deepEqual(refusals(await careful.api.post('/app', { ...newApp(), token: true })), ['token unknown_field']);
});

test('a token without invoices:settle cannot settle or weaken terms; apps:write alone can tighten them', async () => {
  const { id } = careful.app;
  const settings = (body: object) => careful.api.put<Json>(`/app/${id}/settings`, body);
  const kept = await ok<Json>(settings({ late_payments: 'hold', underpayment_tolerance: { percent: 0 } }));
  const invoice = await ok<Json>(careful.api.post('/invoice', { app_id: id, total: '10.00', currency: 'USD' }));
  const accepted = await ok<Json>(
    careful.api.post('/app-cryptocurrency', {
      app_id: id,
      cryptocurrency: 'ETH',
      network: 'local',
      confirmations: 9,
    }),
  );
  for (const answer of [
    await careful.api.post<Json>(`/invoice/${invoice.id}/settle`, { reason: 'It is fine' }),
    await settings({ quote_window: 600, late_payments: 'accept_at_locked_rate' }),
    await settings({ quote_window: 600, underpayment_tolerance: { percent: 10 } }),
    await careful.api.put<Json>(`/app-cryptocurrency/${accepted.id}`, { confirmations: 3 }),
    await careful.api.put<Json>(`/app-cryptocurrency/${accepted.id}`, { confirmations: null }),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope']);
    assert.match(answer.body.detail, /invoices:settle/);
  }
  assert.deepEqual(await ok<Json>(careful.api.get(`/app/${id}/settings`)), kept);
  const now = await ok<Json>(careful.api.put(`/app-cryptocurrency/${accepted.id}`, { confirmations: 10 }));
  assert.equal(now.confirmations, 10);
});

test('an event shows a token no more than what that token may read elsewhere', async () => {
  const customer = { email: 'ada@customer.example' };
  const order = { app_id: careful.app.id, total: '11.00', currency: 'USD', customer };
  const invoice = await ok<Json>(careful.api.post('/invoice', order));
  const [event] = await ok<Json[]>(careful.api.get('/events', { query: { app_id: careful.app.id } }));
  assert.deepEqual([event.type, event.invoice_id, event.data], ['invoice.created', invoice.id, { id: invoice.id }]);
  const own = await ok<Json>(merchant.appApi.post('/invoice', { total: '11.00', currency: 'USD', customer }));
  const [whole] = await ok<Json[]>(merchant.api.get('/events', { query: { app_id: merchant.app.id } }));
  assert.deepEqual([whole.data.id, whole.data.customer.email], [own.id, customer.email]);
});

test('the list of apps is whole unless a page is asked for, and pages go on from there', async () => {
  // The sealed token of the copies opens only for the original's id, so the list is read by a caller who sees no
  // tokens.
  const rows = `insert into apps
      (id, owner_id, name, url, environment, token_hash, token_sealed, created_at, updated_at)
    select gen_random_uuid(), owner_id, 'Shop ' || n, url, environment, sha256(n::text::bytea), token_sealed,
      now(), now()
    from apps, generate_series(1, 119) n where id = $1 returning id, owner_id`;
  const makers = `insert into app_members (id, app_id, user_id, role, role_since, created_at, updated_at)
    select id, id, owner_id, 'owner', now(), now(), now() from added returning id`;
  const made = await rig.database.db.query<{ id: string }>(`with added as (${rows}) ${makers}`, [careful.app.id]);
  const signing = { db: rig.database.db, service: rig.service };
  await signRows(
    signing,
    'app_member',
    made.map(({ id }) => id),
  );
  await signChanged(signing);
  const listing = careful.api;
  const whole = await ok<Json[]>(listing.get('/app'));
  assert.equal(whole.length, 120);
  const first = await listing.get<Json[]>('/app', { query: { limit: 100 } });
  const next = new URL(/<([^<>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string);
  const second = await listing.get<Json[]>('/app', { query: { cursor: next.searchParams.get('cursor') } });
  assert.deepEqual([...first.body, ...second.body], whole);
});

test('an app’s fields have their published limits', async () => {
  for (const [more, refusal] of [
    [{ name: '' }, 'name too_short'],
    [{ name: 'x'.repeat(256) }, 'name too_long'],
    [{ name: null }, 'name invalid_type'],
    [{ description: '' }, 'description too_short'],
    [{ description: 'x'.repeat(1001) }, 'description too_long'],
    [{ url: 'tea' }, 'url invalid_format'],
    [{ url: 'javascript:alert(1)' }, 'url invalid_format'],
    [{ url: `https://tea.example/${'x'.repeat(1000)}` }, 'url too_long'],
    [{ environment: 'staging' }, 'environment not_allowed'],
    [{ image: 'never-uploaded.png' }, 'image unknown_upload'],
    [{ token: true }, 'token unknown_field'],
    [{ slug: '' }, 'slug too_short'],
    [{ slug: 'x'.repeat(256) }, 'slug too_long'],
    [{ slug: 'tea shop' }, 'slug invalid_format'],
    [{ slug: 'a/b' }, 'slug invalid_format'],
    [{ slug: 'тea' }, 'slug invalid_format'],
    [{ slug: '..' }, 'slug invalid_format'],
    [{ slug: '01890a5d-ac96-774b-bcce-b302099a8057' }, 'slug invalid_format'],
  ] as const) {
    assert.ok(refusals(await merchant.api.post('/app', newApp(more))).includes(refusal), refusal);
  }
  const emojis = await merchant.api.post<Json>('/app', newApp({ name: '🐑'.repeat(255) }));
  assert.deepEqual([emojis.status, emojis.body.name], [201, '🐑'.repeat(255)]);
  const moved = await merchant.api.put(`/app/${merchant.app.id}`, { environment: 'production' });
  assert.deepEqual(refusals(moved), ['environment unknown_field']);
});

test('a slug is one app’s on the whole instance, be it made or changed', async () => {
  await ok(merchant.api.post('/app', newApp({ slug: 'taken-slug' })));
  assert.deepEqual(refusals(await other.api.post('/app', newApp({ slug: 'taken-slug' }))), ['slug taken']);
  assert.deepEqual(refusals(await other.api.put(`/app/${other.app.id}`, { slug: 'taken-slug' })), ['slug taken']);
});

test('null clears a nullable field; an omitted field stays', async () => {
  const app = await ok<Json>(merchant.api.post('/app', newApp({ slug: 'cleared', description: 'Soon gone' })));
  const kept = await ok<Json>(merchant.api.put(`/app/${app.id}`, {}));
  assert.deepEqual([kept.slug, kept.description, kept.url], ['cleared', 'Soon gone', app.url]);
  const cleared = await ok<Json>(merchant.api.put(`/app/${app.id}`, { slug: null, description: null, image: null }));
  assert.deepEqual([cleared.slug, cleared.description, cleared.image], [null, null, null]);
  assert.equal((await merchant.api.get('/app/cleared')).status, 404);
});

test('a new app token ends the old one at once, and nothing else changes it', async () => {
  const app = await ok<Json>(merchant.api.post('/app', newApp()));
  const same = await ok<Json>(merchant.api.put(`/app/${app.id}`, { token: false, name: 'Still' }));
  assert.equal(same.token, app.token);
  const renewed = await ok<Json>(merchant.api.put(`/app/${app.id}`, { token: true }));
  assert.notEqual(renewed.token, app.token);
  assert.equal((await merchant.api.as(app.token).get('/invoices')).status, 401);
  assert.equal((await merchant.api.as(renewed.token).get('/invoices')).status, 200);
});

test('a development app uses test networks only, a production app main networks only', async () => {
  const seller = await rig.merchant({ environment: 'production' });
  const values = ['0x90F79bf6EB2c4f870365E785982E1f101E93b906', `0x${'c1'.repeat(20)}`];
  for (const [whose, network, status] of [
    [merchant, 'local', 201],
    [merchant, 'real', 422],
    [seller, 'real', 201],
    [seller, 'local', 422],
  ] as const) {
    const value = values[whose === seller ? 1 : 0];
    const accepted = await whose.api.post('/app-cryptocurrency', {
      app_id: whose.app.id,
      cryptocurrency: 'ETH',
      network,
    });
    const received = await whose.api.post('/app-address', { app_id: whose.app.id, network, kind: 'address', value });
    for (const answer of [accepted, received]) {
      assert.equal(answer.status, status);
      if (status === 422) assert.deepEqual(refusals(answer), ['network wrong_environment']);
    }
  }
});

test('a production app without a support contact has an open task, a development app has none', async () => {
  const seller = await rig.merchant({ environment: 'production' });
  const missing = async ({ api, app }: Merchant) =>
    (await ok<Json[]>(api.get(`/app/${app.id}/attention`))).find(({ kind }) => kind === 'support_contact_missing');
  assert.equal(await missing(merchant), undefined);
  assert.deepEqual((await missing(seller))?.ids, [seller.app.id]);
  await ok(seller.api.put(`/app/${seller.app.id}/settings`, { support_contact: 'help@shop.example' }));
  assert.equal(await missing(seller), undefined);
});

test('a cryptocurrency is accepted once, on a network of it, with at least that network’s confirmations', async () => {
  const app_id = other.app.id;
  const accept = (more: object) =>
    other.api.post<Json>('/app-cryptocurrency', { app_id, cryptocurrency: 'ETH', network: 'local', ...more });
  assert.deepEqual(refusals(await accept({ confirmations: 2 })), ['confirmations out_of_range']);
  assert.deepEqual(refusals(await accept({ min_total: '5', max_total: '4' })), ['max_total out_of_range']);
  assert.deepEqual(refusals(await accept({ accept_unconfirmed_up_to: '5' })), [
    'accept_unconfirmed_up_to not_on_network',
  ]);
  assert.deepEqual(refusals(await accept({ cryptocurrency: 'BTC' })), ['cryptocurrency not_on_network']);
  assert.deepEqual(refusals(await accept({ network: 'nowhere' })), ['network unknown_network']);
  const made = await accept({ confirmations: 5, min_total: '1', max_total: '100.50' });
  assert.deepEqual([made.status, made.body.confirmations, made.body.max_total], [201, 5, '100.50']);
  assert.deepEqual(refusals(await accept({})), ['cryptocurrency taken']);
  const cleared = await ok<Json>(
    other.api.put(`/app-cryptocurrency/${made.body.id}`, { confirmations: null, max_total: null }),
  );
  assert.deepEqual([cleared.confirmations, cleared.min_total, cleared.max_total], [3, '1', null]);
  assert.equal((await other.api.delete(`/app-cryptocurrency/${made.body.id}`)).status, 200);
  assert.equal((await other.api.delete(`/app-cryptocurrency/${made.body.id}`)).status, 404);
  assert.deepEqual(await ok(other.api.get('/app-cryptocurrencies', { query: { app_id } })), []);
});

test('an address must be one that somebody can own, with a right checksum where it has one', async () => {
  for (const value of [
    '0x70997970c51812dc3A010C7d01b50e0d17dc79C8',
    `0x${'0'.repeat(40)}`,
    '0x70997970C51812dc3A010C7d01b50e0d17dc79',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    'merchant.eth',
    '',
  ]) {
    const answer = await receive({ value });
    assert.deepEqual([answer.status, answer.body.errors?.[0].field], [422, 'value'], value);
  }
  const lower = await receive({ value: '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65', label: 'Till' });
  assert.deepEqual([lower.status, lower.body.value], [201, '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65']);
  assert.deepEqual(refusals(await receive({ value: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' })), ['value taken']);
  const off = await ok<Json>(merchant.api.put(`/app-address/${lower.body.id}`, { enabled: false, label: null }));
  assert.deepEqual([off.enabled, off.label], [false, null]);
  assert.equal((await merchant.api.delete(`/app-address/${lower.body.id}`)).status, 200);
  assert.equal((await merchant.api.delete(`/app-address/${lower.body.id}`)).status, 404);
});

test('an extended public key shows its first three addresses, those that the wallet shows', async () => {
  // The account of the seed phrase that every Ethereum test chain uses.
  const seed = Buffer.from(
    '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabba' +
      'd596a23c97b6ee8322ccc0',
    'hex',
  );
  const key = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'").publicExtendedKey;
  const made = await receive({ kind: 'xpub', value: key });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.deepEqual(made.body.derived_addresses, [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ]);
  const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
  assert.equal((await receive({ kind: 'xpub', value: mistyped })).status, 422);
});

test('an address or key belongs to one owner, who may use it in several apps', async () => {
  const value = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
  await ok(receive({ value }));
  const second = await ok<Json>(merchant.api.post('/app', newApp()));
  const again = await receive({ app_id: second.id, value });
  assert.equal(again.status, 201);
  const theirs = await other.api.post('/app-address', {
    app_id: other.app.id,
    network: 'local',
    kind: 'address',
    value,
  });
  assert.deepEqual(refusals(theirs), ['value address_in_use']);
});

test('a private key in any shape is refused with its own code, and is afterwards nowhere', async () => {
  const hexKey = randomBytes(32).toString('hex');
  const extended = HDKey.fromMasterSeed(randomBytes(32)).privateExtendedKey;
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const planted = [hexKey, `0x${hexKey}`, extended, `wpkh(${extended}/0/*)`, phrase];
  const { length: before } = rig.service.lines;
  for (const value of planted) {
    for (const kind of ['address', 'xpub']) {
      const answer = await receive({ kind, value });
      assert.deepEqual([answer.status, ...refusals(answer)], [422, 'value private_key'], kind);
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const idempotentRequest = await merchant.api.post<Json>(
        '/app-address',
        { app_id: merchant.app.id, network: 'local', kind, value },
        { headers },
      );
      assert.deepEqual(refusals(idempotentRequest), ['value private_key']);
      assert.doesNotMatch(JSON.stringify([answer.body, idempotentRequest.body]), new RegExp(hexKey.slice(0, 16)));
    }
    const recognised = await merchant.api.post<Json>('/app-address/recognise', { value });
    assert.deepEqual([recognised.status, ...refusals(recognised)], [422, 'value private_key']);
    assert.deepEqual(refusals(await receive({ value: '0x976EA74026E726554dB657fA54763abd0C3a0aa9', label: value })), [
      'label private_key',
    ]);
  }
  const kept = await everything();
  const said = rig.service.lines.slice(before).join('\n');
  for (const secret of [hexKey, extended, phrase]) {
    for (const shape of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
      assert.ok(!kept.includes(shape), 'in the database');
      assert.ok(!said.includes(shape), 'in the log');
    }
  }
  assert.ok(kept.includes(merchant.app.id), 'the dump is of this database');
});

test('what is pasted is recognised by the networks that take it, and is not kept', async () => {
  const networks = await merchant.api.get<Json[]>('/networks');
  const ofLocal = networks.body.find(({ symbol }) => symbol === 'local')?.type;
  const value = `0x${randomBytes(20).toString('hex')}`;
  const { status, body } = await merchant.api.post<Json>('/app-address/recognise', { value: ` ${value}\n` });
  assert.deepEqual([status, body.kind, body.problems], [200, 'address', []]);
  assert.deepEqual(
    body.networks,
    networks.body.filter(({ type }) => type === ofLocal).map(({ symbol }) => ({ symbol, scripts: [] })),
  );
  assert.ok(!(await everything()).toLowerCase().includes(value.slice(2).toLowerCase()));
  const mistyped = await merchant.api.post<Json>('/app-address/recognise', { value: `${value.slice(0, -1)}g` });
  assert.deepEqual([mistyped.body.kind, mistyped.body.networks], [null, []]);
});

/** All rows of all tables as text. */
async function everything(): Promise<string> {
  const { db } = rig.database;
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => db.query<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}
