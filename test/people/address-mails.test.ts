// The owner of an app gets a mail about every change of its payout destinations, even after an outage of the mail
// server. Members get other notifications in the ways that they chose.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type BrowserSession, browserSession } from '../rig/browser/browser-session.ts';
import { client, type Json, ok, until } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';
import { unwatchedNetworks } from '../rig/interface/api-rig.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { startMailServer } from '../rig/outside/mail-server.ts';
import { type Received, startReceiver, verify } from '../rig/receiver.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { newAddress } from '../rig/stage.ts';

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const database = await testDatabase();
const mail = await startMailServer();
const shared = { databaseUrl: database.url, config: unwatchedNetworks };
const env = { SECRET_KEY: Buffer.alloc(32, 5).toString('base64'), SMTP_URL: mail.url };
const api = await startService({ killed: true, ...shared, roles: 'api', env });
const merchant = await createMerchant(api, { appName: 'Corner shop' });

const receiver = await startReceiver();
/** A service with a worker, from the first test to the one before the last. */
let worker: ServiceProcess;

after(async () => {
  await api.stop();
  await receiver.close();
  await mail.close();
  await database.drop();
});

const mails = () =>
  mail.mails.filter((one) => one.to.includes(merchant.email) && one.text.includes('Where you are paid has changed'));

test('a change is mailed once it is committed, also when whoever made it is gone before the mail is', async () => {
  const wanted = { app_id: merchant.app.id, network: 'local', kind: 'address', value: address, label: 'Safe' };
  const added = await ok<Json>(merchant.api.post('/app-address', wanted));
  assert.equal((await merchant.api.post('/app-address', wanted)).status, 422);
  for (const change of [{ label: 'Old safe' }, { label: 'Old safe', enabled: true }, { label: 'Safe', enabled: false }])
    await ok(merchant.api.put(`/app-address/${added.id}`, change));
  await ok(merchant.api.delete(`/app-address/${added.id}`));
  await api.kill('SIGKILL');
  assert.equal(mails().length, 0);

  mail.refuse(1);
  worker = await startService({ ...shared, roles: 'api,worker', env: { ...env, ...calls() } });
  await until(() => mails().length >= 3, 'the three mails');
  const texts = mails().map((one) => one.text.replaceAll(/\s+/g, ' '));
  for (const words of ['was added to the app Corner shop', 'was changed', 'was removed from the app Corner shop']) {
    assert.equal(texts.filter((text) => text.includes(words)).length, 1, words);
  }
  for (const text of texts) for (const part of [address, 'Label: Safe', 'Local chain']) assert.ok(text.includes(part));
  assert.ok(texts.some((text) => text.includes('New payments do not use it.')));
  // A label does not redirect money. Its change is in the audit log, and has a mail with a separate subject.
  const labelled = mail.mails.filter((one) => one.text.includes('The label of an address was changed'));
  assert.equal(labelled.length, 1);
  assert.match(labelled[0]?.text.replaceAll(/\s+/g, ' ') ?? '', /still pay to the same address\. .*Label: Old safe/);
  const log = await ok<Json[]>(
    client(worker.apiUrl, merchant.personalToken).get('/audit-log', { query: { app_id: merchant.app.id } }),
  );
  assert.equal(log.filter(({ action }) => action === 'address.updated').length, 2);
});

const server = new URL(receiver.url).origin;
const calls = () => ({ TELEGRAM_API_URL: `${server}/telegram`, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
const botToken = `123456789:${'A'.repeat(35)}`;
const addresses: Readonly<Record<string, object>> = {
  telegram: { bot_token: botToken, chat: '-100123' },
  slack: { url: `${server}/services/T000/B000/slacksecret` },
  discord: { url: `${server}/api/webhooks/123/discordsecret` },
  ntfy: { url: `${server}/secret-topic`, access_token: 'tk_ntfysecret' },
  webhook: { url: `${server}/own?key=webhooksecret` },
};
const paths: Readonly<Record<string, string>> = {
  telegram: `/telegram/bot${botToken}/sendMessage`,
  slack: '/services/T000/B000/slacksecret',
  discord: '/api/webhooks/123/discordsecret',
  ntfy: '/',
  webhook: '/own?key=webhooksecret',
};

interface Member extends Merchant {
  readonly browser: BrowserSession;
}

/** A merchant with a shop that can be paid, signed in to a browser. */
async function signedIn(): Promise<Member> {
  const receives = [{ network: 'local', kind: 'address' as const, value: newAddress() }];
  const made = await createMerchant(worker, { appName: 'Tea shop', accepts: [['ETH', 'local']], receives });
  const browser = browserSession(worker.apiUrl);
  await ok(browser.auth('/sign-in/email', { email: made.email, password: made.password }));
  await ok(browser.api.get('/app'));
  return { ...made, browser };
}

const add = (who: Member, kind: string) =>
  ok<Json>(who.browser.api.post('/notification-channel', { kind, name: `My ${kind}`, ...addresses[kind] }));
const tries = (who: Member, { id }: Json) => ok<Json>(who.browser.api.post(`/notification-channel/${id}/test`));
const choose = (who: Member, kind: string, channels: readonly Json[], mail = false) =>
  who.browser.api.put<Json>(`/notification-choice/${kind}`, { mail, channel_ids: channels.map(({ id }) => id) });
/** The requests that this channel received since a number of requests. */
const since = (count: number, kind: string) =>
  receiver.received.slice(count).filter(({ path }) => path === paths[kind]);
const mailed = (who: Member, subject: string) =>
  mail.mails.filter(({ to, text }) => to.includes(who.email) && text.includes(`Subject: ${subject}`));

const isLink = (text: string) => /\/invitation\?token=(\S+)/.exec(text);

const noneWaits = () =>
  until(async () => {
    const tasks = await database.db.query(`select from tasks where kind = 'notification'`);
    return tasks.length === 0;
  }, 'all notifications to be queued');

/** Pays an invoice of the shop in the sandbox. */
async function paid(who: Member, reference: string): Promise<Json> {
  const order = { reference, description: '@everyone <https://evil.example|free tea>' };
  const customer = { email: 'payer@example.com', name: 'Ada Payer' };
  const invoice = await ok<Json>(who.appApi.post('/invoice', { total: '10.00', currency: 'USD', order, customer }));
  const wish = { invoice_id: invoice.id, from: `0x${'1'.repeat(40)}`, cryptocurrency: 'ETH', network: 'local' };
  const attempt = await ok<Json>(who.appApi.post('/transaction', wish));
  await ok(who.appApi.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: 'paid' }));
  return invoice;
}

test('a channel is used once its service accepted a test message, and no answer or log has its secrets', async () => {
  const owner = await signedIn();
  const made = [];
  for (const kind of Object.keys(addresses)) made.push(await add(owner, kind));
  await ok(choose(owner, 'payments', made));
  const before = receiver.received.length;
  await paid(owner, 'early');
  await noneWaits();
  receiver.answer({ status: 400, body: `no ${botToken}` }, { status: 200 });
  const [first, ...rest] = made as [Json, ...Json[]];
  assert.deepEqual(await tries(owner, first).then(({ verified_at, last_error }) => [verified_at, last_error]), [
    null,
    'It answered 400: no …',
  ]);
  for (const one of [first, ...rest]) assert.notEqual((await tries(owner, one)).verified_at, null);
  assert.equal(receiver.received.length, before + 6, 'nothing but the test messages was sent');
  const shown = JSON.stringify([
    await ok(owner.browser.api.get('/notification-channels')),
    await ok(owner.browser.api.get('/audit-log')),
    ...worker.lines,
    ...mailed(owner, 'A notification channel was added'),
  ]);
  for (const secret of [botToken, 'slacksecret', 'discordsecret', 'secret-topic', 'tk_ntfysecret', 'webhooksecret'])
    assert.ok(!shown.includes(secret), secret);
  assert.equal(mailed(owner, 'A notification channel was added').length, 5);
  const { secret } = made.at(-1) as Json;
  assert.ok(!shown.includes(secret));

  // Each service gets the format that it documents.
  const count = receiver.received.length;
  const invoice = await paid(owner, '@everyone *1042* https://evil.example');
  const got = (kind: string) => until(() => since(count, kind)[0], `a message to ${kind}`);
  const json = async (kind: string) => JSON.parse((await got(kind)).body);
  const link = `${worker.url}/console/invoices/${invoice.id}?app=${owner.app.id}`;
  const line = '10.00 USD arrived for @everyone *1042* https: //evil. example in the app Tea shop.';
  assert.deepEqual(await json('telegram'), {
    chat_id: '-100123',
    text: `Invoice paid\n${line.replace('@', '@\u200b')}\n${link}`,
    link_preview_options: { is_disabled: true },
  });
  assert.equal((await json('slack')).text, `Invoice paid\n${line}\n${link}`);
  const discord = await json('discord');
  assert.deepEqual(
    [discord.allowed_mentions, discord.content.includes('\\@everyone \\*1042\\*')],
    [{ parse: [] }, true],
  );
  const ntfy = await json('ntfy');
  assert.deepEqual(
    [ntfy.topic, ntfy.title, ntfy.message, ntfy.click, (await got('ntfy')).headers.authorization],
    ['secret-topic', 'Invoice paid', line, link, 'Bearer tk_ntfysecret'],
  );
  const { type, data } = verify(await got('webhook'), secret);
  assert.deepEqual([type, (data as Json).kind, (data as Json).text], ['notification', 'payments', line]);
  for (const one of receiver.received.slice(count)) assert.ok(!/payer@example|Ada Payer|free tea/.test(one.body));
});

test('a busy service is asked again when it said, with the same message; a gone channel is switched off', async () => {
  const owner = await signedIn();
  const channel = await add(owner, 'webhook');
  receiver.answer({ status: 200 });
  await tries(owner, channel);
  await ok(choose(owner, 'payments', [channel], true));
  const count = receiver.received.length;
  receiver.answer({ status: 429, headers: { 'retry-after': '1' } }, { status: 503 }, { status: 200 });
  await paid(owner, 'busy');
  const attempts = await until(() => {
    const all = since(count, 'webhook');
    return all.length >= 3 ? all : undefined;
  }, 'the third attempt');
  const same = ({ body, headers }: Received) => [body, headers['webhook-id']];
  const [one] = attempts;
  assert.deepEqual(
    attempts.map(same),
    Array.from({ length: 3 }, () => same(one as Received)),
  );
  await until(() => mailed(owner, 'Invoice paid').length === 1, 'the mail about the payment');

  receiver.answer({ status: 410, body: 'channel_is_archived' });
  await paid(owner, 'gone');
  await until(() => mailed(owner, 'A notification channel was switched off')[0], 'the mail about the channel');
  const [off] = await ok<Json[]>(owner.browser.api.get('/notification-channels'));
  assert.equal(off.last_error, 'It answered 410: channel_is_archived');
  assert.notEqual(off.disabled_at, null);
  receiver.answer({ status: 200 });
  const later = receiver.received.length;
  await paid(owner, 'while it is off');
  await until(() => mailed(owner, 'Invoice paid').length === 3, 'the mails of all three payments');
  assert.equal(receiver.received.length, later);
  assert.equal((await tries(owner, off)).disabled_at, null);
});

test('security notices go to channels too, without the link of the mail, and never without the mail', async () => {
  const owner = await signedIn();
  const channel = await add(owner, 'slack');
  receiver.answer({ status: 200 });
  await tries(owner, channel);
  assert.equal((await choose(owner, 'security', [channel], false)).status, 422);
  await ok(choose(owner, 'security', [channel], true));
  const count = receiver.received.length;
  const made = await ok<Json>(
    owner.browser.api.post('/personal-access-token', { name: 'Till', scopes: ['apps:read'] }),
  );
  const told = await until(
    () => since(count, 'slack').find(({ body }) => body.includes('A personal access token was made')),
    'the notice in the channel',
  );
  assert.ok(!told.body.includes('/not-me') && !told.body.includes(made.token));
  const isNew = ({ text }: { readonly text: string }) => text.includes('token Till was made');
  const notice = await until(() => mailed(owner, 'A personal access token was made').find(isNew), 'the mail');
  // The button of the mail also deletes the channels that were added since.
  const later = await add(owner, 'discord');
  await tries(owner, later);
  await ok(choose(owner, 'decisions', [later], false));
  const token = /\/not-me\?token=(\S+)/.exec(notice.text)?.[1] ?? assert.fail();
  await fetch(`${worker.url}/not-me`, { method: 'POST', body: new URLSearchParams({ token }) });
  const rows = await database.db.query<{ kind: string }>(
    'select c.kind from notification_channels c join users u on u.id = c.user_id where u.email = $1',
    [owner.email],
  );
  assert.deepEqual(rows, [{ kind: 'slack' }]);
});

test('a member who left the team gets nothing more, and no one more than 60 notifications in an hour', async () => {
  const [owner, helper] = [await signedIn(), await signedIn()];
  await ok(owner.browser.api.post('/app-member', { app_id: owner.app.id, email: helper.email, role: 'support' }));
  const invitation = await until(
    () => mail.mails.find(({ to, text }) => to.includes(helper.email) && isLink(text)),
    'it',
  );
  const token = isLink(invitation.text)?.[1] ?? assert.fail();
  const cookie = [...helper.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await fetch(`${worker.url}/invitation`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ token }),
  });
  receiver.answer({ status: 200 });
  for (const [who, kind] of [
    [owner, 'slack'],
    [helper, 'discord'],
  ] as const) {
    const channel = await add(who, kind);
    await tries(who, channel);
    await ok(choose(who, 'payments', [channel]));
  }
  const count = receiver.received.length;
  await paid(owner, 'both');
  await until(() => since(count, 'slack').length === 1 && since(count, 'discord').length === 1, 'both messages');

  // The service is busy, so the message waits while its reader leaves.
  receiver.answer({ status: 503 }, { status: 503 }, { status: 200 });
  await paid(owner, 'leaving');
  await until(() => since(count, 'discord').length === 2, 'the first attempt');
  const members = await ok<Json[]>(owner.browser.api.get('/app-members', { query: { app_id: owner.app.id } }));
  const { id } = members.find(({ role }) => role === 'support');
  await ok(owner.browser.api.delete(`/app-member/${id}`));
  await paid(owner, 'without the helper');
  await until(() => since(count, 'slack').length === 4, 'the repeated message, and the next one');
  assert.equal(since(count, 'discord').length, 2);

  await database.db.query('update request_counts set requests = 59');
  for (const reference of ['last', 'too many', 'far too many']) await paid(owner, reference);
  const last = await until(() => since(count, 'slack')[4], 'the last message of the hour');
  assert.match(last.body, /Further ones are left out/);
  await until(
    async () => (await database.db.query(`select from tasks where kind = 'notification'`)).length === 0,
    'all',
  );
  assert.equal((await database.db.query('select from mails where lane = 3')).length, 0);
  assert.equal(since(count, 'slack').length, 5);
});

test('a channel cannot lead to a private address, to another user’s row, or past the limits', async () => {
  const owner = await signedIn();
  const refusal = async (body: object) => {
    const answer = await owner.browser.api.post<Json>('/notification-channel', { name: 'Mine', ...body });
    return answer.body.errors?.map(({ field, code }: Json) => `${field} ${code}`) ?? answer.body.code;
  };
  assert.deepEqual(await refusal({ kind: 'slack', url: 'http://10.0.0.1/hook' }), ['url address_not_public']);
  assert.deepEqual(await refusal({ kind: 'ntfy', url: 'http://169.254.169.254/latest' }), ['url address_not_public']);
  assert.deepEqual(await refusal({ kind: 'telegram', chat: '1' }), ['bot_token required']);
  const channel = await add(owner, 'slack');
  receiver.answer({ status: 200 });
  await tries(owner, channel);
  const other = await signedIn();
  assert.equal((await choose(other, 'payments', [channel])).status, 422);
  // A row that is moved to another user in the database sends nothing: its address was sealed for the first one.
  await database.db.query(
    'update notification_channels set user_id = (select id from users where email = $2) where id = $1',
    [channel.id, other.email],
  );
  const count = receiver.received.length;
  assert.match((await tries(other, channel)).last_error, /changed in the database/);
  assert.equal(receiver.received.length, count);
  for (let n = 1; n < 10; n++) await add(other, 'webhook');
  const full = await other.browser.api.post<Json>('/notification-channel', {
    kind: 'slack',
    name: 'Mine',
    ...addresses.slack,
  });
  assert.deepEqual([full.status, full.body.errors[0].code], [422, 'too_many_channels']);
});

test('without a mail server the operator reads it in a file of their own, and the log says where', async () => {
  await worker?.stop();
  const { SECRET_KEY } = env;
  const whole = await startService({ ...shared, roles: 'api,worker', env: { SECRET_KEY } });
  try {
    const other = await createMerchant(whole, {
      appName: 'Without mail',
      receives: [{ network: 'local', kind: 'address', value: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
    });
    const file = join(whole.dataDir, 'unsent-mails.txt');
    await until(() => whole.lines.some((line) => line.includes(file)), 'the log to say where the mail is');
    await until(() => {
      const mails = readFileSync(file, 'utf8');
      return mails.includes('Where you are paid has changed') && mails.includes(other.email);
    }, 'the mail in the file');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(
      whole.lines.some((line) => line.includes(other.email)),
      false,
    );
  } finally {
    await whole.stop();
  }
});
