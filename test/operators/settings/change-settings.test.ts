// The operator changes settings while two processes run: both follow, without a restart and without a lost request.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { ageSessions } from '../../rig/access/aged-sessions.ts';
import { type Client, client, type Json, ok, until } from '../../rig/client.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { type MailServer, startMailServer } from '../../rig/outside/mail-server.ts';
import { type AddressedBrowser, type People, password, startPeople } from '../../rig/people.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../../rig/service.ts';

let people: People;
let beside: ServiceProcess;
let moved: MailServer;
let operator: Merchant;
let browser: AddressedBrowser;
let session: Client;

before(async () => {
  // The first process has a fixed sign-up; neither has a mail server.
  people = await startPeople({ env: { SMTP_URL: '' } });
  const { DATABASE_URL: databaseUrl = '', SECRET_KEY = '' } = people.service.env;
  beside = await startService({
    databaseUrl,
    dataDir: people.service.dataDir,
    config: withoutNetworks,
    roles: 'api,watcher',
    ...(SECRET_KEY === '' ? {} : { env: { SECRET_KEY } }),
  });
  moved = await startMailServer();
  operator = await createMerchant(people.service, { isAdmin: true, password });
  browser = people.browser();
  session = browser.api;
  await ok(browser.auth('/sign-in/email', { email: operator.email, password }));
});
after(async () => {
  await beside?.stop();
  await people?.close();
  await moved?.close();
});

const settings = (): Promise<Json> => ok(session.get('/operator/settings'));
const change = (values: object) => session.put('/operator/settings', values);
const reloads = ({ lines }: ServiceProcess) => lines.filter((line) => line.includes('settings_reloaded')).length;
const mailsOf = ({ mails }: MailServer, subject: string) => mails.filter(({ text }) => text.includes(subject));

test('each setting has its source, and one of the environment cannot be changed', async () => {
  const shown = await settings();
  assert.deepEqual(
    [shown.sign_up.value, shown.sign_up.source, shown.sign_up.changeable, shown.smtp_url.source],
    ['open', 'environment', false, 'default'],
  );
  assert.deepEqual([shown.rate_sources.source, shown.rate_sources.value], ['file', []]);
  assert.match(shown.sign_up.fixed_by, /SIGN_UP/);
  const refused = await change({ sign_up: 'closed', payout_delay: '0', rate_sources: ['kraken'] });
  assert.deepEqual(
    refused.body.errors.map(({ field, code }: Json) => [field, code]),
    [
      ['sign_up', 'fixed'],
      ['payout_delay', 'command_line_only'],
      ['rate_sources', 'fixed'],
    ],
  );
});

test('an invalid value is rejected with its field, and nothing is stored', async () => {
  for (const [values, field, says] of [
    [{ smtp_url: 'ftp://mail.example', log_level: 'debug' }, 'smtp_url', /smtp_url must/],
    [{ backup_every: '24h' }, 'backup_every', /needs backup_to/],
    [{ backup_to: 'backups' }, 'backup_to', /absolute path/],
    [{ backup_recipient: 'age1qqqqqqqqqqqqqqqqqq' }, 'backup_recipient', /age/],
    [{ mail_from: 'no address' }, 'mail_from', /mail_from must/],
    [{ cors_origins: ['https://*.example'] }, 'cors_origins', /web origins/],
  ] as const) {
    const { status, body } = await change(values);
    assert.deepEqual([status, body.errors?.[0]?.field], [422, field], JSON.stringify(body));
    assert.match(body.errors[0].message, says);
  }
  assert.equal((await settings()).log_level.source, 'default');
  assert.equal((await change({ no_such_setting: 1 })).status, 422);
});

test('a new mail server holds in both processes; the request in progress is answered', async () => {
  const slow = slowRequest();
  await slow.begun;
  const set = await ok(change({ smtp_url: people.mail.url, mail_from: 'Shop <pay@shop.example>' }));
  assert.deepEqual(
    [set.smtp_url.value, set.smtp_url.is_set, set.smtp_url.source, set.mail_from.value],
    [null, true, 'database', 'Shop <pay@shop.example>'],
  );
  assert.equal(set.smtp_url.hint, new URL(people.mail.url).host);
  await until(() => reloads(people.service) === 1 && reloads(beside) === 1, 'both processes to reload');
  slow.finish();
  assert.equal(await slow.answered, 422);
  for (const { apiUrl } of [people.service, beside]) {
    const seen = await ok<Json>(client(apiUrl, operator.personalToken).get('/operator/instance'));
    assert.equal(seen.mail.server, new URL(people.mail.url).host);
  }
  const notice = await people.mailTo(operator.email, /You changed settings of the instance: smtp_url, mail_from/);
  assert.match(notice, /not-me\?token=/);
  assert.equal(people.mail.mails.at(-1)?.from, 'pay@shop.example');
  await until(() => beside.lines.filter((line) => line.includes('watcher started')).length === 2, 'the next watcher');
});

test('a test mail is sent to the operator alone, or the fault is explained', async () => {
  const sent = await ok<Json>(session.post('/operator/settings/test-mail', { smtp_url: moved.url }));
  assert.deepEqual([sent.sent, sent.to, sent.error], [true, operator.email, null]);
  assert.equal(mailsOf(moved, 'Test mail of your Quittance instance').length, 1);
  const failed = await ok<Json>(session.post('/operator/settings/test-mail', { smtp_url: 'smtp://127.0.0.1:9' }));
  assert.deepEqual([failed.sent, /No mail server listens on 127.0.0.1:9/.test(failed.error)], [false, true]);
});

test('the notice about another mail server goes through the former one as well', async () => {
  const subject = 'You changed settings of the instance: smtp_url';
  await ok(change({ smtp_url: moved.url }));
  await until(() => mailsOf(moved, `${subject}.`).length === 1, 'the mail through the new server');
  await until(() => mailsOf(people.mail, `${subject}.`).length === 1, 'the mail through the former server');
  const [entry] = await ok<Json>(session.get('/audit-log'));
  assert.equal(entry.action, 'settings.updated');
  assert.ok(JSON.stringify(entry.after).includes(new URL(moved.url).host));
});

test('a backup target is tried without a backup', async () => {
  const folder = `${people.service.dataDir}/backups`;
  const tried = await ok<Json>(session.post('/operator/settings/test-backup', { backup_to: folder }));
  assert.deepEqual(tried, { writable: true, error: null });
  const failed = await ok<Json>(session.post('/operator/settings/test-backup', { backup_to: '/dev/null/backups' }));
  assert.deepEqual([failed.writable, /not a folder/.test(failed.error)], [false, true]);
});

test('the command line changes what a browser may not, and its input may be a secret', async () => {
  const said = await quittance(people.service, ['settings', 'set', 'payout_delay', '48h']);
  assert.match(said.stdout, /payout_delay: 48h \(database\)/);
  const got = await quittance(people.service, ['settings', 'get', 'payout_delay', '--json']);
  assert.deepEqual([JSON.parse(got.stdout).value, JSON.parse(got.stdout).changeable], ['48h', false]);
  const kept = await quittance(people.service, ['settings', 'set', 'payout_delay', '1h', '--if-unset']);
  assert.deepEqual([kept.code, kept.stdout], [0, said.stdout]);
  const first = await quittance(people.service, ['settings', 'set', 'rate_max_age', '90', '--if-unset']);
  assert.match(first.stdout, /rate_max_age: 90 \(database\)/);
  await quittance(people.service, ['settings', 'set', 'smtp_url', '-'], `${people.mail.url}\n`);
  const listed = await quittance(people.service, ['settings']);
  assert.match(listed.stdout, new RegExp(`smtp_url +database +\\(set: ${new URL(people.mail.url).host}\\)`));
  const fixed = await quittance(people.service, ['settings', 'set', 'sign_up', 'closed']);
  assert.deepEqual([fixed.code, /SIGN_UP/.test(fixed.stderr)], [1, true]);
  const unknown = await quittance(people.service, ['settings', 'get', 'smtp_ur']);
  assert.match(unknown.stderr, /did you mean smtp_url/i);
  await until(async () => (await settings()).payout_delay.source === 'database', 'the setting');
});

test('a setting that was changed in the database past the service is not used', async () => {
  await ok(change({ security_contact: 'security@shop.example' }));
  await people.db.query("update operator_settings set value = 'thief@shop.example' where name = 'security_contact'");
  await people.db.query("update operator_settings set secret_sealed = '\\x00' where name = 'smtp_url'");
  const shown = await settings();
  assert.deepEqual([shown.security_contact.source, shown.smtp_url.source], ['default', 'default']);
  await ok(change({ security_contact: null }));
});

test('only an operator with a recent proof changes settings', async () => {
  const other = await createMerchant(people.service, { password });
  const merchant = people.browser();
  await ok(merchant.auth('/sign-in/email', { email: other.email, password }));
  assert.equal((await merchant.api.get('/operator/settings')).status, 404);
  assert.equal((await merchant.api.put('/operator/settings', { log_level: 'debug' })).status, 404);
  assert.equal((await operator.api.put('/operator/settings', { log_level: 'debug' })).status, 403);
  await ageSessions(people, { email: operator.email }, 16);
  for (const call of [
    change({ log_level: 'debug' }),
    session.post('/operator/settings/test-mail', {}),
    session.post('/operator/settings/test-backup', {}),
  ]) {
    const { status, body } = await call;
    assert.deepEqual([status, body.code], [403, 'reauthentication_required']);
  }
});

/** A request whose body arrives only after `finish`. */
function slowRequest() {
  const answered = Promise.withResolvers<number>();
  const begun = Promise.withResolvers<void>();
  const headers = {
    authorization: `Bearer ${operator.app.token}`,
    'content-type': 'application/json',
    'content-length': '2',
  };
  const sent = request(`${people.service.apiUrl}/invoice?v=1`, { method: 'POST', headers }, (response) => {
    response.resume().once('end', () => answered.resolve(response.statusCode ?? 0));
  });
  sent.once('error', answered.reject);
  sent.write('{', () => begun.resolve());
  return { answered: answered.promise, begun: begun.promise, finish: () => sent.end('}') };
}
