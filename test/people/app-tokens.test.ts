// Further tokens of an app: each is limited by its scopes, its creator's role, its address ranges and its expiry. Only
// owners can use the main token.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ageSessions } from '../rig/access/aged-sessions.ts';
import { signRows } from '../rig/access/signed-rows.ts';
import { type Answer, client, type Json, ok, until } from '../rig/client.ts';
import { unwatchedNetworks } from '../rig/interface/api-rig.ts';
import { type AddressedBrowser, confirmBy, freshEmail, password, startPeople } from '../rig/people.ts';
import { serviceClock } from '../rig/run/service-clock.ts';
import { quittance } from '../rig/service/command-line.ts';

const clock = serviceClock();
const people = await startPeople({ config: unwatchedNetworks, ...clock.options });
after(async () => {
  await people.close();
  clock.close();
});

interface Person {
  readonly email: string;
  readonly person: AddressedBrowser;
}

const signedUp = async (): Promise<Person> => {
  const made = await people.signedUp();
  await ok(made.person.api.get('/app'));
  return made;
};
await signedUp();
const ann = await signedUp();

const newApp = (of = ann) =>
  ok<Json>(of.person.api.post('/app', { name: 'Shop', url: 'https://shop.example', environment: 'development' }));
const bearer = (token: string) => client(people.service.apiUrl, token);
const makes = (who: Person, app: Json, more: object = {}) =>
  who.person.api.post<Json>('/app-token', { app_id: app.id, name: 'Till', scopes: ['invoices:read'], ...more });
const invoiceOf = (app: Json) =>
  ok<Json>(ann.person.api.post('/invoice', { app_id: app.id, total: '10', currency: 'USD', metadata: { cost: '8' } }));

async function answers(answer: Promise<Answer<Json>>): Promise<string> {
  const { status, body } = await answer;
  return status < 400 ? String(status) : `${status} ${body.code}`;
}
const fieldErrors = async (answer: Promise<Answer<Json>>) =>
  (await answer).body.errors?.map(({ field, code }: Json) => `${field} ${code}`);
const refusedByRole = '403 role_required';
const ended = '401 invalid_token';

/** The person accepts the newest invitation to the app's team that was mailed to them. */
async function joins(who: Person, app: Json, role: string): Promise<Json> {
  const isInvitation = (text: string) => text.includes('/invitation?token=') && text.includes(app.name);
  const mailed = () => people.mail.mails.filter(({ to, text }) => to.includes(who.email) && isInvitation(text));
  const before = mailed().length;
  const row = await ok<Json>(ann.person.api.post('/app-member', { app_id: app.id, email: who.email, role }));
  const text = await until(() => mailed()[before]?.text, `an invitation of ${who.email}`);
  const token = /\/invitation\?token=(\S+)/.exec(text)?.[1] ?? assert.fail(text);
  const cookie = [...who.person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const body = new URLSearchParams({ token });
  const joined = await fetch(`${people.service.url}/invitation`, { method: 'POST', headers: { cookie }, body });
  assert.equal(joined.status, 200);
  return row;
}

async function member(app: Json, role: string): Promise<Person & { readonly row: Json }> {
  const who = await signedUp();
  return { ...who, row: await joins(who, app, role) };
}

test('an app token is in one answer only, has an end within a year, and is kept as a hash', async () => {
  const app = await newApp();
  const made = await ok<Json>(makes(ann, app));
  assert.match(made.token, /^qapp_[0-9A-Za-z]{49}$/);
  assert.equal(made.last_four, made.token.slice(-4));
  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), 90 * 86_400_000);
  const { token, ...shown } = made;
  const { api } = ann.person;
  assert.deepEqual(await ok(api.get('/app-tokens', { query: { app_id: app.id } })), [shown]);
  assert.deepEqual(await ok(api.get(`/app-token/${made.id}`)), shown);
  const tables = ['app_tokens', 'apps', 'audit_log', 'mails', 'idempotency_records', 'credential_notices'];
  for (const table of tables) {
    const rows = await people.db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`);
    assert.ok(
      rows.every(({ row }) => !row.includes(token)),
      table,
    );
  }
  assert.equal((await ok<Json[]>(bearer(token).get('/invoices'))).length, 0);
  assert.notEqual((await ok<Json>(api.get(`/app-token/${made.id}`))).last_used_at, null);

  const year = new Date(Date.now() + 367 * 86_400_000).toISOString();
  const refused: readonly [object, string][] = [
    [{ cidrs: ['0.0.0.0/0'] }, 'cidrs.0 too_wide'],
    [{ cidrs: ['10.0.0.0/8', '::/0'] }, 'cidrs.1 too_wide'],
    [{ cidrs: ['nowhere'] }, 'cidrs.0 invalid_format'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at in_the_past'],
    [{ expires_at: '2026-13-01' }, 'expires_at invalid_format'],
    [{ expires_at: year }, 'expires_at too_late'],
    [{ scopes: ['addresses:write'] }, 'scopes.0 not_allowed'],
    [{ scopes: ['apps:token'] }, 'scopes.0 not_allowed'],
    [{ scope: 'invoices:read' }, 'scope unknown_field'],
  ];
  for (const [more, error] of refused) assert.deepEqual(await fieldErrors(makes(ann, app, more)), [error]);
  await people.db.query(
    `insert into app_tokens
       (id, app_id, member_id, user_id, name, token_hash, last_four, scopes, expires_at, created_at)
     select gen_random_uuid(), app_id, member_id, user_id, 'Old', sha256(n::text::bytea), 'last', scopes, now(), now()
     from app_tokens, generate_series(1, 49) n where app_id = $1`,
    [app.id],
  );
  assert.equal(await answers(makes(ann, app)), '409 too_many_app_tokens');
  await people.db.query(`delete from app_tokens where name = 'Old'`);
});

test('scopes bind an app token, and no scope gives more than the app’s own token may do', async () => {
  const [app, sibling] = [await newApp(), await newApp()];
  const invoice = await invoiceOf(app);
  const reader = bearer((await ok<Json>(makes(ann, app))).token);
  const maker = bearer((await ok<Json>(makes(ann, app, { scopes: ['invoices:write', 'apps:write'] }))).token);
  const wanted = { total: '5', currency: 'USD' };
  assert.equal(await answers(reader.get('/invoices')), '200');
  assert.equal(await answers(reader.post('/invoice', wanted)), '403 insufficient_scope');
  assert.equal(await answers(reader.get('/webhooks')), '403 insufficient_scope');
  assert.equal(await answers(maker.post('/invoice', wanted)), '201');
  assert.equal(await answers(maker.get('/invoices')), '403 insufficient_scope');
  assert.ok('metadata' in (await ok<Json>(reader.get(`/invoice/${invoice.id}`))));
  assert.ok(!('metadata' in (await ok<Json>(maker.get(`/invoice/${invoice.id}`)))), 'the customer’s view');
  assert.equal(await answers(maker.put(`/app/${app.id}`, { name: 'Mine' })), '403 forbidden');
  assert.equal(
    await answers(maker.post('/app-token', { app_id: app.id, name: 'X', scopes: ['invoices:read'] })),
    '403 forbidden',
  );
  assert.equal(await answers(maker.get('/app-tokens')), '403 forbidden');
  for (const api of [reader, maker]) assert.equal(await answers(api.get(`/app/${sibling.id}`)), '404 not_found');
  assert.equal(await answers(reader.get('/invoices', { query: { app_id: sibling.id } })), '404 not_found');
});

test('an app token settles if its scope and the setting of the app both allow it', async () => {
  const app = await newApp();
  const invoice = await invoiceOf(app);
  const settles = bearer((await ok<Json>(makes(ann, app, { scopes: ['invoices:settle'] }))).token);
  const writes = bearer((await ok<Json>(makes(ann, app, { scopes: ['invoices:write'] }))).token);
  const settle = (api = settles) => answers(api.post(`/invoice/${invoice.id}/settle`, { reason: 'Cash' }));
  const cheaper = () => answers(writes.put(`/invoice/${invoice.id}`, { total: '9' }));
  assert.deepEqual([await settle(), await cheaper()], ['403 forbidden', '403 forbidden']);
  await ok(ann.person.api.put(`/app/${app.id}/settings`, { app_token_may: ['settle'] }));
  assert.equal(await settle(writes), '403 insufficient_scope');
  assert.equal(await cheaper(), '403 insufficient_scope');
  assert.equal(await settle(), '200');
});

test('the present role of its creator limits an app token at every use', async () => {
  const app = await newApp();
  const dev = await member(app, 'developer');
  const beyond = makes(dev, app, { scopes: ['webhooks:write', 'invoices:write', 'invoices:settle'] });
  assert.deepEqual(await fieldErrors(beyond), ['scopes.1 beyond_role', 'scopes.2 beyond_role']);
  assert.equal(await answers(makes(dev, app, { scopes: ['webhooks:write', 'transactions:write'] })), '201');
  for (const role of ['support', 'accountant']) {
    const other = await member(app, role);
    assert.equal(await answers(makes(other, app)), refusedByRole);
    assert.equal(await answers(other.person.api.get('/app-tokens', { query: { app_id: app.id } })), refusedByRole);
    assert.deepEqual(await ok(other.person.api.get('/app-tokens')), []);
  }

  const eve = await member(app, 'owner');
  const made = await ok<Json>(makes(eve, app, { scopes: ['invoices:read', 'invoices:write', 'webhooks:write'] }));
  const api = bearer(made.token);
  const headers = { 'idempotency-key': '6f0c4f0e-58d5-4c36-9f56-0d4a0dfb1a22' };
  const invoice = () => answers(api.post('/invoice', { total: '5', currency: 'USD' }, { headers }));
  const hook = () => answers(api.post('/webhook', { url: 'https://shop.example/hook' }));
  const becomes = (role: string) => ok(ann.person.api.put(`/app-member/${eve.row.id}`, { role }));
  assert.deepEqual([await invoice(), await invoice(), await hook()], ['201', '201', '201']);
  await becomes('developer');
  assert.deepEqual([await invoice(), await hook()], [refusedByRole, '201'], 'a kept answer, too');
  await becomes('support');
  assert.deepEqual([await invoice(), await hook()], [refusedByRole, refusedByRole]);
  const refusal = await api.post<Json>('/webhook', { url: 'https://shop.example/hook' });
  assert.match(refusal.body.detail, /role of the maker of this token in the app is support\. It must be: owner or dev/);
  assert.equal(await answers(api.get('/invoices')), '200');
  await becomes('owner');
  assert.deepEqual([await invoice(), await hook()], ['201', '201']);
});

test('an app token ends for good when its creator leaves the app, and is refused while it is archived', async () => {
  const app = await newApp();
  const dev = await member(app, 'developer');
  const [theirs, mine] = [await ok<Json>(makes(dev, app)), await ok<Json>(makes(ann, app))];
  const uses = (made: Json) => answers(bearer(made.token).get('/invoices'));
  assert.deepEqual([await uses(theirs), await uses(mine)], ['200', '200']);
  await ok(ann.person.api.delete(`/app-member/${dev.row.id}`));
  assert.deepEqual([await uses(theirs), await uses(mine)], [ended, '200']);
  await people.mailTo(ann.email, /The app token that they made has ended/);
  await joins(dev, app, 'owner');
  assert.equal(await uses(theirs), ended);
  const entries = await ok<Json[]>(ann.person.api.get('/audit-log', { query: { app_id: app.id } }));
  const entry = entries.find(({ action }) => action === 'app_token.revoked');
  assert.deepEqual([entry.subject_id, entry.before.name], [theirs.id, 'Till']);

  await ok(ann.person.api.delete(`/app/${app.id}`));
  assert.equal(await uses(mine), ended);
  assert.equal(await answers(makes(ann, app)), '409 app_archived');
  await ok(ann.person.api.post(`/app/${app.id}/restore`));
  assert.equal(await uses(mine), '200');
});

test('its creator and the owners revoke an app token; members of other apps do not see it', async () => {
  const app = await newApp();
  const dev = await member(app, 'developer');
  const [theirs, mine] = [await ok<Json>(makes(dev, app)), await ok<Json>(makes(ann, app))];
  const revoke = (who: Person, { id }: Json) => answers(who.person.api.delete(`/app-token/${id}`));
  const stranger = await signedUp();
  await newApp(stranger);
  const { api } = stranger.person;
  assert.equal(await answers(makes(stranger, app)), '404 not_found');
  assert.equal(await answers(api.get('/app-tokens', { query: { app_id: app.id } })), '404 not_found');
  assert.equal(await answers(api.get(`/app-token/${mine.id}`)), '404 not_found');
  assert.equal(await revoke(stranger, mine), '404 not_found');
  assert.deepEqual(await ok(api.get('/app-tokens')), []);
  assert.equal(await revoke(dev, mine), refusedByRole);
  const further = await ok<Json>(makes(dev, app));
  assert.deepEqual([await revoke(dev, theirs), await revoke(ann, further)], ['200', '200']);
  for (const made of [theirs, further]) assert.equal(await answers(bearer(made.token).get('/invoices')), ended);
  assert.equal(await answers(bearer(mine.token).get('/invoices')), '200');
  assert.equal(await revoke(dev, theirs), '404 not_found');
});

test('T5-old-session: an old session makes, revokes and sees no app token', async () => {
  const bob = await signedUp();
  const app = await newApp(bob);
  const headers = { 'idempotency-key': '6f0c4f0e-58d5-4c36-9f56-0d4a0dfb1a33' };
  const body = { app_id: app.id, name: 'Till', scopes: ['invoices:read'] };
  const make = () => bob.person.api.post<Json>('/app-token', body, { headers });
  const made = await ok(make());
  assert.equal((await ok(make())).token, made.token);
  await ageSessions(people, { email: bob.email }, 16);
  const tooOld = '403 reauthentication_required';
  assert.equal(await answers(make()), tooOld);
  assert.equal(await answers(makes(bob, app)), tooOld);
  assert.equal(await answers(bob.person.api.delete(`/app-token/${made.id}`)), tooOld);
  assert.equal((await ok<Json[]>(bob.person.api.get('/app-tokens'))).length, 1);
});

const notMe = (mail: string) => {
  const token = /\/not-me\?token=(\S+)/.exec(mail)?.[1] ?? assert.fail(mail);
  return fetch(`${people.service.url}/not-me`, { method: 'POST', body: new URLSearchParams({ token }) });
};

test('T4-stolen-session: each owner is mailed of a new app token, and one button takes it back', async () => {
  const owner = await signedUp();
  const app = await newApp(owner);
  const invited = { app_id: app.id, email: freshEmail(), role: 'developer' };
  await ok(owner.person.api.post('/app-member', invited));
  const mail = await people.mailTo(invited.email, /\/invitation\?token=/);
  const dev = people.browser();
  await ok(dev.auth('/sign-up/email', { email: invited.email, password, name: 'Dev' }));
  await confirmBy(await people.mailTo(invited.email, /Confirm your e-mail address/));
  await ok(dev.auth('/sign-in/email', { email: invited.email, password }));
  const cookie = [...dev.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const body = new URLSearchParams({ token: /token=(\S+)/.exec(mail)?.[1] ?? '' });
  await fetch(`${people.service.url}/invitation`, { method: 'POST', headers: { cookie }, body });
  await ok(dev.api.get('/app'));
  const byDev = await ok<Json>(makes({ email: invited.email, person: dev }, app, { name: 'Thief' }));
  const own = await ok<Json>(makes(owner, app, { name: 'Own' }));
  const words = /The app token Thief was made for the app Shop, with the scopes invoices:read/;
  await people.mailTo(invited.email, words);
  const uses = (made: Json) => answers(bearer(made.token).get('/invoices'));
  assert.deepEqual([await uses(byDev), await uses(own)], ['200', '200']);
  assert.equal((await notMe(await people.mailTo(owner.email, words))).status, 200);
  assert.deepEqual([await uses(byDev), await uses(own)], [ended, ended]);
  const back = people.browser();
  await ok(back.auth('/sign-in/email', { email: owner.email, password }));
  const entries = await ok<Json[]>(
    back.api.get('/audit-log', { query: { app_id: app.id, action: 'app_token.revoked' } }),
  );
  assert.deepEqual(entries.map(({ subject_id }) => subject_id).sort(), [byDev.id, own.id].sort());
});

test('the audit log names the used app token and its creator', async () => {
  const app = await newApp();
  const dev = await member(app, 'developer');
  const made = await ok<Json>(makes(dev, app, { scopes: ['webhooks:write'] }));
  await ok(bearer(made.token).post('/webhook', { url: 'https://shop.example/hook' }));
  const [entry] = await ok<Json[]>(
    ann.person.api.get('/audit-log', { query: { app_id: app.id, action: 'webhook.created' } }),
  );
  assert.equal(entry.actor, `app:${app.id} token:${made.id} user:${made.made_by}`);
  const [created] = await ok<Json[]>(
    ann.person.api.get('/audit-log', { query: { app_id: app.id, action: 'app_token.created' } }),
  );
  assert.deepEqual([created.actor, created.subject_id], [`user:${made.made_by}`, made.id]);
  assert.deepEqual(created.after.scopes, ['webhooks:write']);
});

test('T7-app-token: a row of an app token that SQL wrote lets nobody in, and is named', async () => {
  const app = await newApp();
  const other = await newApp();
  const dev = await member(app, 'developer');
  const made = await ok<Json>(makes(dev, app));
  const uses = () => answers(bearer(made.token).get('/invoices'));
  assert.equal(await uses(), '200');
  const [row] = await people.db.query<Json>('select * from app_tokens where id = $1', [made.id]);
  const [annRow] = await people.db.query<Json>(
    `select id, user_id from app_members where app_id = $1 and role = 'owner'`,
    [app.id],
  );
  const put = (column: string, value: unknown) =>
    people.db.query(`update app_tokens set ${column} = $2 where id = $1`, [made.id, value]);
  const harms: readonly [string, unknown][] = [
    ['scopes', ['invoices:read', 'invoices:write', 'invoices:settle']],
    ['cidrs', ['0.0.0.0/0']],
    ['expires_at', new Date(Date.now() + 3_650 * 86_400_000)],
    ['app_id', other.id],
    ['member_id', annRow?.id],
    ['user_id', annRow?.user_id],
  ];
  for (const [column, value] of harms) {
    await put(column, value);
    assert.equal(await uses(), ended, column);
    await put(column, row[column]);
    assert.equal(await uses(), '200', column);
  }
  // Replaces the token's creator, a developer, by an owner.
  await put('member_id', annRow?.id);
  await put('user_id', annRow?.user_id);
  assert.equal(await uses(), ended);
  const found = await quittance(people.service, ['audit']);
  assert.match(found.stdout, new RegExp(`The row ${made.id} of app_tokens was changed outside the service`));
  const isLogged = () => people.service.lines.some((line) => line.includes('token.tampered') && line.includes(made.id));
  await until(isLogged, 'the log to name it');
  await put('member_id', row.member_id);
  await put('user_id', row.user_id);
  // A role that the service did not write is ignored.
  const setRole = (role: string) =>
    people.db.query('update app_members set role = $2 where id = $1', [dev.row.id, role]);
  await setRole('owner');
  assert.equal(await uses(), ended);
  await setRole('developer');
  assert.equal(await uses(), '200');
  await people.db.query(`update app_tokens set expires_at = now() - interval '1 second' where id = $1`, [made.id]);
  await signRows(people, 'scoped_app_token', [made.id]);
  assert.equal(await uses(), ended, 'it is over');
  assert.equal((await quittance(people.service, ['audit'])).code, 0);
});

test('an app token works from its address ranges only', async () => {
  const app = await newApp();
  const { token, cidrs } = await ok<Json>(makes(ann, app, { cidrs: ['203.0.113.0/24', '::ffff:198.51.100.0/120'] }));
  assert.deepEqual(cidrs, ['203.0.113.0/24', '198.51.100.0/24']);
  const from = (address: string) =>
    answers(bearer(token).get('/invoices', { headers: { 'x-forwarded-for': address } }));
  assert.equal(await from('203.0.113.9'), '200');
  assert.equal(await from('198.51.100.9'), '200');
  assert.equal(await from('203.0.114.9'), '403 token_bound_to_addresses');
  assert.equal(await answers(bearer(token).get('/invoices')), '403 token_bound_to_addresses');
});

test('the main token is shown to owners only, and a former owner who may know it needs attention', async () => {
  const app = await newApp();
  const [dev, eve] = [await member(app, 'developer'), await member(app, 'owner')];
  const seenBy = async ({ person }: Person) => {
    const { token, token_last4 } = (await ok<Json[]>(person.api.get('/app'))).find(({ id }) => id === app.id);
    return [token, token_last4];
  };
  const lastFour = app.token.slice(-4);
  assert.deepEqual(await seenBy(eve), [app.token, undefined]);
  assert.deepEqual(await seenBy(dev), [undefined, lastFour]);
  assert.equal(await answers(dev.person.api.put(`/app/${app.id}`, { token: true })), refusedByRole);
  const known = async () =>
    (await ok<Json[]>(ann.person.api.get(`/app/${app.id}/attention`))).filter(({ kind }) => kind === 'app_token_known');

  await ok(ann.person.api.delete(`/app-member/${dev.row.id}`));
  assert.deepEqual(await known(), [], 'a developer did not see it');
  await ok(ann.person.api.put(`/app-member/${eve.row.id}`, { role: 'developer' }));
  assert.deepEqual(await seenBy(eve), [undefined, lastFour]);
  const [entry] = await known();
  assert.deepEqual([entry.count, entry.ids], [1, [app.id]]);
  await people.mailTo(ann.email, /is now developer in the app Shop\. They may know the main app token: make new ones/);
  await ok(ann.person.api.put(`/app/${app.id}`, { description: 'Bread' }));
  assert.equal((await known()).length, 1);
  await ok(ann.person.api.put(`/app/${app.id}`, { token: true }));
  assert.deepEqual(await known(), []);
  await ok(ann.person.api.delete(`/app-member/${eve.row.id}`));
  assert.deepEqual(await known(), [], 'the token is newer than her time as an owner');
  const zoe = await member(app, 'owner');
  await ok(zoe.person.api.delete(`/app-member/${zoe.row.id}`));
  assert.equal((await known()).length, 1);
});

// The last test, since the clock cannot go back.
test('an app token expires', async () => {
  const app = await newApp();
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const made = await ok<Json>(makes(ann, app, { expires_at }));
  assert.equal(made.expires_at, expires_at);
  const uses = () => answers(bearer(made.token).get('/invoices'));
  await clock.pass(3_500);
  assert.equal(await uses(), '200');
  await clock.pass(101);
  assert.equal(await uses(), ended);
});
