// The team of an app: invited people join, each role allows its own operations and no more, and a removed member loses
// access.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { signRows } from '../rig/access/signed-rows.ts';
import { type Answer, type Client, client, type Json, ok, until } from '../rig/client.ts';
import { unwatchedNetworks } from '../rig/interface/api-rig.ts';
import { type AddressedBrowser, confirmBy, freshEmail, password, startPeople } from '../rig/people.ts';
import { processClock } from '../rig/run/service-clock.ts';
import { newAddress } from '../rig/stage.ts';

const clock = processClock();
const people = await startPeople({
  own: 'sessions and codes go by its clock',
  config: unwatchedNetworks,
  env: { ...clock.options.env, PAYOUT_DELAY: '2h' },
});
after(async () => {
  await people.close();
  clock.close();
});
// A member of no app.
const operator = await people.signedUp();
const ann = await people.signedUp();

const site = { name: 'Shop', url: 'https://shop.example', environment: 'development' };
const scopes = [
  ...['invoices', 'transactions', 'apps', 'addresses', 'webhooks', 'account'].flatMap((group) => [
    `${group}:read`,
    `${group}:write`,
  ]),
  ...['apps:token', 'invoices:settle', 'payments:assign'],
];

interface Person {
  readonly email: string;
  readonly person: AddressedBrowser;
}

/** Ann's app, with a coin and an address. */
async function newShop(environment = 'development', network = 'local'): Promise<Json> {
  await ok(ann.person.api.get('/app'));
  const app = await ok<Json>(ann.person.api.post('/app', { ...site, environment }));
  await ok(ann.person.api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: 'ETH', network }));
  await ok(ann.person.api.post('/app-address', { app_id: app.id, network, kind: 'address', value: newAddress() }));
  return app;
}

const invite = (app: Json, email: string, role: string) =>
  ann.person.api.post<Json>('/app-member', { app_id: app.id, email, role });

/** The link of the nth invitation that was mailed to the address. */
async function linkTo(email: string, which = 1): Promise<string> {
  const text = await until(() => {
    const mails = people.mail.mails.filter((one) => one.to.includes(email) && one.text.includes('/invitation?token='));
    return mails[which - 1]?.text;
  }, `invitation ${which} to ${email}`);
  return /http\S+\/invitation\?token=\S+/.exec(text)?.[0] ?? assert.fail(text);
}

const cookies = ({ person }: Person) => ({
  cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
const opens = async (link: string, who: Person | null) =>
  (await fetch(link, { headers: who === null ? {} : cookies(who) })).text();
const joins = (link: string, who: Person) =>
  fetch(new URL('/invitation', link), {
    method: 'POST',
    headers: cookies(who),
    body: new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '' }),
  });

/** A new person who has joined the app's team. */
async function member(app: Json, role: string): Promise<Person & { readonly row: Json; readonly pat: Client }> {
  const who = await people.signedUp();
  const row = await ok<Json>(invite(app, who.email, role));
  assert.equal((await joins(await linkTo(who.email), who)).status, 200);
  await ok(who.person.api.get('/app'));
  const { token } = await ok<Json>(who.person.api.post('/personal-access-token', { name: 'All', scopes }));
  return { ...who, row, pat: client(people.service.apiUrl, token) };
}

const invoiceOf = (app: Json) =>
  ok<Json>(ann.person.api.post('/invoice', { app_id: app.id, total: '10', currency: 'USD' }));

async function answers(answer: Promise<Answer<Json>>): Promise<string> {
  const { status, body } = await answer;
  return status < 400 ? String(status) : `${status} ${body.code}`;
}
const refusedByRole = '403 role_required';

test('an invitation is mailed, lasts a week, is sent again on request, and fits its address only', async () => {
  const app = await newShop();
  const ben = await people.signedUp();
  const known = await invite(app, ben.email, 'accountant');
  const stranger = await invite(app, freshEmail(), 'accountant');
  assert.deepEqual([known.status, stranger.status], [201, 201]);
  const shape = ({ body: { id, email, invitation_ends_at, created_at, updated_at, ...rest } }: Answer<Json>) => rest;
  assert.deepEqual(shape(known), shape(stranger), 'nobody learns who has an account');
  assert.deepEqual([known.body.status, known.body.user_id, known.body.name], ['invited', null, null]);
  assert.equal(Date.parse(known.body.invitation_ends_at) - Date.parse(known.body.created_at), 7 * 86_400_000);
  await people.mailTo(ann.email, new RegExp(`${ben.email} was invited`));

  const first = await linkTo(ben.email);
  const again = await invite(app, ben.email.toUpperCase(), 'support');
  assert.deepEqual([again.status, again.body.id, again.body.role], [200, known.body.id, 'support']);
  const link = await linkTo(ben.email, 2);
  assert.notEqual(link, first);
  assert.match(await opens(first, ben), /not valid/);

  const offer = await opens(link, null);
  assert.match(offer, /Sign in as/);
  assert.match(offer, /href="\/console\/sign-up\?back=%2Finvitation%3Ftoken%3D/);
  assert.match(await opens(link, operator), /signed in with a different address/);
  assert.match(await (await joins(link, operator)).text(), /signed in with a different address/);
  assert.equal(await answers(ben.person.api.get(`/app-member/${known.body.id}`)), '404 not_found');
  assert.match(await opens(link, ben), /<button>Join/);
  await people.db.query(`update app_members set invite_ends_at = now() - interval '1 second' where id = $1`, [
    known.body.id,
  ]);
  await signRows(people, 'app_invitation', [known.body.id]);
  assert.equal((await joins(link, ben)).status, 422);
  assert.equal((await ok<Json>(ann.person.api.get(`/app-member/${known.body.id}`))).status, 'expired');
  await ok(invite(app, ben.email, 'support'));
  const last = await linkTo(ben.email, 3);
  assert.equal((await joins(last, ben)).status, 200);
  assert.equal((await joins(last, ben)).status, 422, 'a link is good once');
  const joined = await ok<Json>(ben.person.api.get(`/app-member/${known.body.id}`));
  assert.deepEqual([joined.status, joined.email, joined.invitation_ends_at], ['active', ben.email, null]);
  assert.equal(await answers(invite(app, ben.email, 'owner')), '409 already_a_member');
  assert.equal(await answers(invite(app, 'no address', 'owner')), '422 validation_failed');
  await people.mailTo(ann.email, new RegExp(`${ben.email} joined`));
  const log = await ok<Json[]>(ann.person.api.get('/audit-log', { query: { app_id: app.id, limit: 4 } }));
  assert.deepEqual(
    log.map(({ action }) => action),
    ['member.joined', 'member.invited', 'member.invited', 'member.invited'],
  );
});

test('an invited person without an account signs up with that address and joins by the same link', async () => {
  const app = await newShop();
  const email = freshEmail();
  await ok(invite(app, email, 'developer'));
  const link = await linkTo(email);
  const person = people.browser();
  await ok(person.auth('/sign-up/email', { email, password, name: 'New' }));
  await confirmBy(await people.mailTo(email, /Confirm your e-mail address/));
  await ok(person.auth('/sign-in/email', { email, password }));
  assert.equal((await joins(link, { email, person })).status, 200);
  const [listed] = await ok<Json[]>(person.api.get('/app'));
  assert.deepEqual([listed?.id, listed?.role, listed?.name], [app.id, 'developer', 'Shop']);
});

test('an accountant exports and reads everything, and every change is refused', async () => {
  const app = await newShop();
  const invoice = await invoiceOf(app);
  const carl = await member(app, 'accountant');
  const query = { app_id: app.id };
  for (const api of [carl.person.api, carl.pat]) {
    for (const path of ['/invoices', '/unmatched-payments', '/webhooks', '/app-addresses', '/events', '/audit-log'])
      assert.equal(await answers(api.get(path, { query })), '200', path);
    for (const path of ['/app-members', '/payout-changes', `/app/${app.id}/balance-sheet`, `/app/${app.id}/settings`])
      assert.equal(await answers(api.get(path, path.startsWith('/app/') ? {} : { query })), '200', path);
    for (const path of ['/exports', '/payments', `/invoice/${invoice.id}/timeline`])
      assert.equal(await answers(api.get(path, path.startsWith('/invoice') ? {} : { query })), '200', path);
    assert.ok('metadata' in (await ok<Json>(api.get(`/invoice/${invoice.id}`))));
    const [listed] = await ok<Json[]>(api.get('/app'));
    assert.deepEqual(
      [listed?.role, listed?.token, listed?.token_last4],
      ['accountant', undefined, app.token.slice(-4)],
    );
    const changes: Promise<Answer<Json>>[] = [
      api.put(`/app/${app.id}`, { name: 'Mine' }),
      api.put(`/app/${app.id}`, { token: true }),
      api.put(`/app/${app.id}/settings`, { quote_window: 600 }),
      api.delete(`/app/${app.id}`),
      api.post('/invoice', { app_id: app.id, total: '1', currency: 'USD' }),
      api.put(`/invoice/${invoice.id}`, { metadata: {} }),
      api.delete(`/invoice/${invoice.id}`),
      api.post(`/invoice/${invoice.id}/settle`, { reason: 'Cash' }),
      api.post('/webhook', { app_id: app.id, url: 'https://shop.example/hook' }),
      api.post('/app-address', { app_id: app.id, network: 'local', kind: 'address', value: newAddress() }),
      api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: 'ETH', network: 'local' }),
    ];
    for (const change of changes) assert.equal(await answers(change), refusedByRole);
  }
  const { api } = carl.person;
  const made = { app_id: app.id, email: freshEmail(), role: 'owner' };
  assert.equal(await answers(api.post('/app-member', made)), refusedByRole);
  assert.equal(await answers(api.put(`/app-member/${carl.row.id}`, { role: 'owner' })), refusedByRole);
  const refusal = await api.delete<Json>(`/app/${app.id}`);
  assert.match(refusal.body.detail, /accountant.*It must be: owner\./);
  // Tokens cannot change the team.
  assert.equal(await answers(carl.pat.post('/app-member', made)), '403 forbidden');
});

test('support settles and cancels; a developer makes webhooks; neither gets the app token', async () => {
  const app = await newShop();
  const support = (await member(app, 'support')).person.api;
  const developer = (await member(app, 'developer')).person.api;
  const [first, second] = [await invoiceOf(app), await invoiceOf(app)];
  const hook = { app_id: app.id, url: 'https://shop.example/hook' };
  const place = { app_id: app.id, network: 'local', kind: 'address', value: newAddress() };

  assert.equal(await answers(support.post(`/invoice/${first.id}/settle`, { reason: 'Cash' })), '200');
  assert.equal(await answers(support.delete(`/invoice/${second.id}`)), '200');
  for (const refused of [
    support.put<Json>(`/app/${app.id}`, { token: true }),
    support.get<Json>('/exports', { query: { app_id: app.id } }),
    support.post<Json>('/webhook', hook),
    support.post<Json>('/app-address', place),
    developer.post<Json>(`/invoice/${first.id}/settle`, { reason: 'Cash' }),
    developer.post<Json>('/app-address', place),
    developer.put<Json>(`/app/${app.id}`, { token: true, name: 'Mine' }),
    developer.put<Json>(`/app/${app.id}`, { token: true }),
  ])
    assert.equal(await answers(refused), refusedByRole);
  assert.equal(await answers(developer.post('/webhook', hook)), '201');
  await people.mailTo(ann.email, /has a new webhook/);
});

test('the last owner stays; with a second owner, the creator of the app may leave', async () => {
  const app = await newShop();
  const { api } = ann.person;
  const [first] = await ok<Json[]>(api.get('/app-members', { query: { app_id: app.id } }));
  assert.deepEqual([first?.email, first?.role, first?.status], [ann.email, 'owner', 'active']);
  assert.equal(await answers(api.delete(`/app-member/${first?.id}`)), '409 last_owner');
  assert.equal(await answers(api.put(`/app-member/${first?.id}`, { role: 'support' })), '409 last_owner');
  const waiting = await ok<Json>(invite(app, freshEmail(), 'owner'));
  assert.equal(await answers(api.delete(`/app-member/${first?.id}`)), '409 last_owner', 'an invitation owns nothing');
  assert.equal(await answers(api.delete(`/app-member/${waiting.id}`)), '200');
  const eve = await member(app, 'owner');
  assert.equal(await answers(eve.person.api.put(`/app-member/${first?.id}`, { role: 'accountant' })), '200');
  assert.equal(await answers(api.put(`/app/${app.id}`, { name: 'Mine' })), refusedByRole);
  assert.equal(await answers(eve.person.api.delete(`/app-member/${first?.id}`)), '200');
  assert.equal(await answers(api.get(`/app/${app.id}/settings`)), '404 not_found');
  const log = await ok<Json[]>(api.get('/audit-log', { query: { limit: 100 } }));
  assert.ok(
    !log.some((entry) => entry.app_id === app.id),
    'whoever left reads nothing of it, though the log is theirs',
  );
  await people.mailTo(ann.email, /no longer accountant/);
  assert.equal(await answers(eve.person.api.delete(`/app-member/${eve.row.id}`)), '409 last_owner');
});

test('a removed member loses access at once, with every token; every member may leave', async () => {
  const app = await newShop();
  const gus = await member(app, 'support');
  const hal = await member(app, 'developer');
  const query = { app_id: app.id };
  const bound = { name: 'Bound', scopes: ['invoices:read'], app_ids: [app.id] };
  const { token } = await ok<Json>(gus.person.api.post('/personal-access-token', bound));
  const held = [gus.person.api, gus.pat, client(people.service.apiUrl, token)];
  for (const api of held) assert.equal(await answers(api.get('/invoices', { query })), '200');
  // A repeated request is answered only if the caller still has access.
  const { id } = await invoiceOf(app);
  const cancel = () =>
    answers(
      gus.pat.delete(`/invoice/${id}`, { headers: { 'idempotency-key': '6f0c4f0e-58d5-4c36-9f56-0d4a0dfb1a11' } }),
    );
  assert.deepEqual([await cancel(), await cancel()], ['200', '200']);
  await ok(ann.person.api.put(`/app-member/${gus.row.id}`, { role: 'accountant' }));
  assert.equal(await cancel(), refusedByRole);
  await ok(ann.person.api.put(`/app-member/${gus.row.id}`, { role: 'support' }));
  assert.equal(await cancel(), '200');
  await ok(ann.person.api.delete(`/app-member/${gus.row.id}`));
  assert.equal(await cancel(), '404 not_found');
  for (const api of held) assert.equal(await answers(api.get('/invoices', { query })), '404 not_found');
  assert.deepEqual(await ok(gus.pat.get('/app')), []);
  assert.equal(await answers(hal.person.api.delete(`/app-member/${hal.row.id}`)), '200');
  assert.equal(await answers(hal.pat.get(`/app/${app.id}/settings`)), '404 not_found');
  await people.mailTo(ann.email, /no longer developer in the app Shop\. They may know the secrets of webhooks/);
  assert.equal(await answers(gus.person.api.post('/personal-access-token', bound)), '422 validation_failed');
});

test('a second owner can approve a waiting payout change; the requester and a new owner cannot', async () => {
  const app = await newShop('production', 'real');
  const invoice = await invoiceOf(app);
  await people.db.query('update invoices set paid = total where id = $1', [invoice.id]);
  await signRows(people, 'invoice', [invoice.id]);
  const dora = await member(app, 'owner');
  const place = () => ({ app_id: app.id, network: 'real', kind: 'address', value: newAddress() });
  const change = async ({ person }: Person): Promise<{ id: string; address: Json }> => {
    const address = await ok<Json>(person.api.post('/app-address', place()));
    const changes = await ok<Json[]>(person.api.get('/payout-changes', { query: { app_id: app.id } }));
    return { address, id: changes.find((one) => one.address_id === address.id)?.id };
  };
  const approve = ({ person }: Person, { id }: { id: string }) =>
    answers(person.api.post(`/payout-change/${id}/approve`));

  const first = await change(ann);
  for (const owner of [ann, dora]) await people.mailTo(owner.email, new RegExp(first.address.value));
  assert.equal(await approve(ann, first), '403 second_owner_required');
  assert.equal(await approve(dora, first), '403 second_owner_required', 'an owner since a moment ago');
  const byDora = await change(dora);
  assert.equal(await approve(dora, byDora), '403 second_owner_required');
  assert.equal(await approve(ann, byDora), '200', 'who made the app is no new owner');

  await clock.pass(7_260);
  for (const { person, email } of [ann, dora]) await ok(person.auth('/sign-in/email', { email, password }));
  for (const { person } of [ann, dora]) await ok(person.api.get('/app'));
  const second = await change(ann);
  const [row] = await people.db.query<{ role_since: Date }>('select role_since from app_members where id = $1', [
    dora.row.id,
  ]);
  const setSince = (time: Date | undefined) =>
    people.db.query('update app_members set role_since = $2 where id = $1', [dora.row.id, time]);
  await setSince(new Date(0));
  assert.equal(await approve(dora, second), '404 not_found', 'what was written past the service');
  await setSince(row?.role_since);
  const loose = await answers(dora.pat.post(`/payout-change/${second.id}/approve`));
  assert.equal(loose, '403 address_range_required', 'a token that works from anywhere');
  assert.equal(await approve(dora, second), '200');
  const listed = await ok<Json[]>(ann.person.api.get('/app-addresses', { query: { app_id: app.id } }));
  const effective = Date.parse(listed.find((one) => one.id === second.address.id)?.effective_at);
  assert.ok(effective <= Date.now() + clock.ahead() * 1000);
  // An address that a second owner adds belongs to the app. The owner cannot use it for another app.
  const own = await ok<Json>(dora.person.api.post('/app', { ...site, environment: 'production' }));
  const taken = { app_id: own.id, network: 'real', kind: 'address', value: byDora.address.value };
  const refusal = await dora.person.api.post<Json>('/app-address', taken);
  assert.deepEqual([refusal.status, refusal.body.errors?.[0]?.code], [422, 'address_in_use']);
});

test('L16-slug: an app that loses a slug logs it, its owners are mailed, and its range applies', async () => {
  const [from, to] = [await newShop('production', 'real'), await newShop()];
  const dora = await member(from, 'owner');
  const link = async (app: Json) => {
    const terms = { app_id: app.id, slug: `fair-${randomUUID()}`, currency: 'USD', total: '25.00' };
    return ok<Json>(ann.person.api.post('/payment-link', terms));
  };
  const [first, second] = [await link(from), await link(to)];
  const bound = { name: 'till', scopes: ['apps:write', 'addresses:write'] };
  const token = await ok<Json>(ann.person.api.post('/personal-access-token', bound));
  const till = client(people.service.apiUrl, token.token);
  const moved = { slug: first.slug };
  assert.equal(await answers(till.put(`/payment-link/${second.id}`, moved)), '403 address_range_required');
  await ok(ann.person.api.put(`/payment-link/${second.id}`, moved));
  for (const { email } of [ann, dora]) await people.mailTo(email, /Where your customers pay has changed/);
  await people.mailTo(dora.email, new RegExp(`/link/${first.slug} led to the app`));
  const log = await ok<Json[]>(dora.person.api.get('/audit-log', { query: { app_id: from.id } }));
  const entry = log.find(({ action }) => action === 'slug.moved');
  assert.deepEqual([entry?.before.app_id, entry?.after.app_id], [from.id, to.id]);
});

test('T7-member: a role, an invitation and an owner written by SQL give nothing, and owners are told', async () => {
  const app = await newShop();
  const thief = await people.signedUp();
  const sam = await member(app, 'support');
  const app_id = app.id;
  const reads = () => answers(thief.person.api.get('/invoices', { query: { app_id } }));
  const { userId } =
    (
      await people.db.query<{ userId: string }>('select id as "userId" from users where email = $1', [thief.email])
    )[0] ?? assert.fail();
  const row = '00000000-0000-7000-8000-0000000000aa';
  // A forged row for the thief, with the MAC of another member.
  await people.db.query(
    `insert into app_members (id, app_id, user_id, role, role_since, mac, created_at, updated_at)
     select $1, app_id, $2, 'owner', role_since, mac, created_at, updated_at from app_members where id = $3`,
    [row, userId, app_id],
  );
  assert.equal(await reads(), '404 not_found');
  assert.deepEqual(await ok(thief.person.api.get('/app')), []);
  assert.deepEqual(await ok(thief.person.api.get('/invoices')), []);
  const bound = { name: 'Bound', scopes: ['invoices:read'], app_ids: [app_id] };
  assert.equal(await answers(thief.person.api.post('/personal-access-token', bound)), '422 validation_failed');
  await people.mailTo(ann.email, /written into the database itself/);
  assert.ok(people.service.lines.some((line) => line.includes('member.tampered') && line.includes(app_id)));
  const attention = () => ok<Json[]>(ann.person.api.get(`/app/${app_id}/attention`));
  assert.deepEqual((await attention()).map(({ kind, ids }) => [kind, ids])[0], ['members_tampered', [row]]);
  const listed = () => ok<Json>(ann.person.api.get(`/app-member/${row}`));
  assert.deepEqual([(await listed()).status, (await listed()).email], ['tampered', thief.email]);
  // A forged owner gets no mail about the app.
  await ok(invite(app, freshEmail(), 'support'));
  await until(async () => (await people.db.query('select from mails')).length === 0, 'all mails to be sent');
  assert.ok(!people.mail.mails.some((one) => one.to.includes(thief.email) && one.text.includes('invited to the app')));
  await ok(ann.person.api.delete(`/app-member/${row}`));
  assert.ok((await attention()).every(({ kind }) => kind !== 'members_tampered'));

  // A member's role, raised with SQL.
  await people.db.query(`update app_members set role = 'owner' where id = $1`, [sam.row.id]);
  assert.equal(await answers(sam.person.api.get('/invoices', { query: { app_id } })), '404 not_found');
  assert.equal(await answers(sam.pat.get('/invoices', { query: { app_id } })), '404 not_found');
  await ok(ann.person.api.put(`/app-member/${sam.row.id}`, { role: 'support' }));
  assert.equal(await answers(sam.pat.get('/invoices', { query: { app_id } })), '200');

  // An invitation, redirected to another address and raised to a higher role.
  const invited = await ok<Json>(invite(app, freshEmail(), 'support'));
  const link = await linkTo(invited.email);
  await people.db.query(`update app_members set email = $2, role = 'owner' where id = $1`, [invited.id, thief.email]);
  assert.equal((await joins(link, thief)).status, 422);
  assert.equal(await reads(), '404 not_found');
  assert.equal((await ok<Json>(ann.person.api.get(`/app-member/${invited.id}`))).status, 'tampered');

  // The owner of the app.
  await people.db.query('update apps set owner_id = $2 where id = $1', [app_id, userId]);
  await people.db.query('update app_members set user_id = $2 where id = $1', [app_id, userId]);
  assert.equal(await reads(), '503 row_tampered');
});
