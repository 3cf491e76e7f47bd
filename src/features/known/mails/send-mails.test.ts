// A mail is sent at once if its commit succeeds, and again if sending failed or the worker died. Security mails go
// first, and mails to people without an account stay within budgets.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { until } from '../../../../test/rig/client.ts';
import { testDatabase } from '../../../../test/rig/database.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { createLog } from '../../../io/log.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import { newId } from '../../../io/new-id.ts';
import { createVault } from '../../../io/secrets/vault.ts';
import { mailQueue, type OutsideMail } from './mail-queue.ts';
import { sendMails } from './send-mails.ts';
import { takeDueMails } from './store.ts';

const database = await testDatabase();
const { db } = database;
const vault = createVault(randomBytes(32));
let now = new Date('2027-03-01T12:00:00.000Z');
const clock = { now: () => now };
const limits = { receiptsPerHour: 5, invitationsPerHour: 3 };
const mails = mailQueue({ vault, clock, limits });
const parts = { db, vault, clock, mails, newId, log: createLog('silent') };
const { post, postOutside } = mails;
after(() => database.drop());

const account = 'person@example.com';
const isAccountAddress = async (_: Queryable, address: string) => address === account;
const mailAbout = (subject: string): Mail => ({ to: account, subject, text: subject });
/** A receipt of the given or default app and person. */
const receipt = (to: string, more: Partial<OutsideMail> = {}): OutsideMail => ({
  to,
  subject: to,
  text: 'Paid.',
  kind: 'receipt',
  appId: newId(),
  personId: newId(),
  invoiceId: newId(),
  ...more,
});

/** Runs several workers on one database and collects the mails that they sent. */
async function workers(count: number, accept: (subject: string) => Promise<void> = async () => undefined) {
  const sent: string[] = [];
  const send = async ({ subject }: Mail) => {
    await accept(subject);
    sent.push(subject);
  };
  const mailerAt = () => ({ send, close: () => undefined });
  const sending = { mailer: { send }, mailerAt, isAccountAddress, toChannel: async () => null };
  const running = await Promise.all(Array.from({ length: count }, () => sendMails(parts, sending)));
  return { sent, stop: () => Promise.all(running.map((one) => one.stop())) };
}

const waiting = async () => (await db.query('select 1 from mails')).length;

test('a mail leaves if and when its commit holds, and nothing of it stays', async () => {
  const { sent, stop } = await workers(1);
  const failing = db.atomically(async (trx) => {
    await post(trx, mailAbout('never'));
    throw new Error('taken back');
  });
  await assert.rejects(failing, /taken back/);
  await db.atomically((trx) => post(trx, null));
  await db.atomically((trx) => post(trx, mailAbout('one')));
  await until(async () => (await waiting()) === 0, 'all mails to be gone');
  assert.deepEqual(sent, ['one']);
  await stop();
});

test('of many mails two workers send each once, and one that the server keeps waiting holds up no others', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const subjects = ['slow', ...Array.from({ length: 60 }, (_, n) => `mail ${n}`)];
  const { sent, stop } = await workers(2, (subject) => (subject === 'slow' ? held : Promise.resolve()));
  for (const subject of subjects) await post(db, mailAbout(subject));
  await until(() => sent.length === 60, 'all but the slow one');
  release();
  await until(async () => (await waiting()) === 0, 'all mails to be gone');
  assert.deepEqual(sent.toSorted(), subjects.toSorted());
  await stop();
});

test('a mail that could not be sent is tried again, and stopping waits for the one in hand', async () => {
  let tries = 0;
  const { sent, stop } = await workers(1, async () => {
    tries += 1;
    if (tries === 1) throw new Error('the server is away');
  });
  await post(db, mailAbout('again'));
  await until(() => sent.length > 0, 'the second try');
  await stop();
  assert.deepEqual([tries, sent, await waiting()], [2, ['again'], 0]);
});

test('what a worker that died had in hand is sent by another one', async () => {
  await post(db, mailAbout('left behind'));
  const lease = { limit: 1, leaseSeconds: 1 };
  assert.equal((await takeDueMails(db, 'security', lease)).length, 1);
  assert.equal((await takeDueMails(db, 'security', lease)).length, 0);
  const { sent, stop } = await workers(1);
  await until(() => sent.length > 0, 'another worker to send it');
  await stop();
  assert.deepEqual([sent, await waiting()], [['left behind'], 0]);
});

test('a mail is given up after thirty tries', async () => {
  await post(db, mailAbout('hopeless'));
  await db.query('update mails set failures = 29');
  const { sent, stop } = await workers(1, () => Promise.reject(new Error('the server is away')));
  await until(async () => (await waiting()) === 0, 'the mail to be given up');
  await stop();
  assert.deepEqual(sent, []);
});

test('a mail about security passes a flood of receipts, and receipts that the server holds', async () => {
  for (let n = 0; n < 50; n++) await postOutside(db, receipt(`stranger-${n}@example.com`));
  await post(db, mailAbout('webhook off'), 'account');
  await post(db, mailAbout('reset'));
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const { sent, stop } = await workers(1, (subject) => {
    order.push(subject);
    return subject.startsWith('stranger-') ? held.promise : Promise.resolve();
  });
  await until(() => order.filter((subject) => subject.startsWith('stranger-')).length === 3, 'three held receipts');
  assert.deepEqual([order[0], sent.toSorted()], ['reset', ['reset', 'webhook off']]);
  // The server accepts no receipt yet and 47 more wait, but a new security mail is sent all the same.
  await post(db, mailAbout('payout change'));
  await until(() => sent.includes('payout change'), 'the mail about security');
  assert.equal(order.filter((subject) => subject.startsWith('stranger-')).length, 3);
  held.resolve();
  await until(async () => (await waiting()) === 0, 'all mails to be gone');
  await stop();
});

/** Sends all queued mails with two workers. Returns the sent mails, and the held-back ones with their budgets. */
async function sendAll() {
  const before = await db.query<{ id: string }>('select id from mails_held_back');
  const { sent, stop } = await workers(2);
  await until(async () => (await waiting()) === 0, 'all mails to be gone');
  await stop();
  const held = await db.query<{ budget: string; app_id: string | null; invoice_id: string | null }>(
    'select budget, app_id, invoice_id from mails_held_back where not id = any($1::uuid[])',
    [before.map(({ id }) => id)],
  );
  return { sent, held };
}

test('receipts beyond the budget of an app, a person or a recipient are held back, and recorded', async () => {
  const [appId, personId] = [newId(), newId()];
  const ofApp = Array.from({ length: 8 }, (_, n) => receipt(`app-${n}@example.com`, { appId }));
  for (const mail of ofApp) await postOutside(db, mail);
  const first = await sendAll();
  assert.equal(first.sent.length, limits.receiptsPerHour);
  assert.deepEqual(
    first.held.map((one) => [one.budget, one.app_id]),
    Array.from({ length: 3 }, () => ['app', appId]),
  );
  const [sent, held] = [new Set(first.sent), new Set(first.held.map((one) => one.invoice_id))];
  for (const { to, invoiceId } of ofApp) assert.notEqual(sent.has(to), held.has(invoiceId));

  for (let n = 0; n < 30; n++) await postOutside(db, receipt(`person-${n}@example.com`, { personId }));
  const second = await sendAll();
  assert.deepEqual([second.sent.length, second.held.length, second.held[0]?.budget], [25, 5, 'person']);

  for (let n = 0; n < 25; n++) await postOutside(db, receipt(`Victim+${n}@example.com`));
  const third = await sendAll();
  assert.deepEqual([third.sent.length, third.held.length, third.held[0]?.budget], [20, 5, 'recipient']);

  // A held-back mail is charged to no budget, and the counts start again in the next hour.
  await postOutside(db, receipt('another@example.com', { personId: newId() }));
  assert.equal((await sendAll()).held.length, 0);
  now = new Date(now.getTime() + 3_600_000);
  await postOutside(db, receipt('app-0@example.com', { appId }));
  assert.equal((await sendAll()).sent.length, 1);
});

test('a receipt that could not be sent at first is charged once', async () => {
  const appId = newId();
  await postOutside(db, receipt('once@example.com', { appId }));
  let tries = 0;
  const { sent, stop } = await workers(1, async () => {
    tries += 1;
    if (tries === 1) throw new Error('the server is away');
  });
  await until(() => sent.length > 0, 'the second try');
  await stop();
  for (let n = 0; n < limits.receiptsPerHour; n++) await postOutside(db, receipt(`once-${n}@example.com`, { appId }));
  const rest = await sendAll();
  assert.deepEqual([rest.sent.length, rest.held.length], [limits.receiptsPerHour - 1, 1]);
});

test('an invitation beyond a budget is refused to who invites, in one commit with what it was for', async () => {
  const [appId, personId] = [newId(), newId()];
  const invite = (to: string, more: Partial<OutsideMail> = {}) =>
    db.atomically((trx) => postOutside(trx, receipt(to, { kind: 'invitation', appId, personId, ...more })));
  const refused = (words: RegExp) => (error: unknown) =>
    error instanceof Problem &&
    error.code === 'rate_limited' &&
    Number(error.headers['retry-after']) > 0 &&
    words.test(error.detail ?? '');
  for (let n = 0; n < 3; n++) await invite(`colleague-${n}@example.com`);
  await assert.rejects(invite('colleague-3@example.com'), refused(/of yours/));
  const other = newId();
  for (let n = 3; n < 6; n++) await invite(`colleague-${n}@example.com`, { personId: other });
  await assert.rejects(invite('colleague-6@example.com', { personId: newId() }), refused(/of this app/));
  for (let n = 0; n < 5; n++) await invite(`Ann+${n}@example.com`, { appId: newId(), personId: newId() });
  await assert.rejects(invite('ann@example.com', { appId: newId(), personId: newId() }), refused(/to this address/));
  const { sent, held } = await sendAll();
  assert.deepEqual([sent.length, held.length], [11, 0]);
});

test('other mail to an address that no account has confirmed leaves a few times an hour', async () => {
  for (let n = 0; n < 12; n++) await post(db, { ...mailAbout(`confirm ${n}`), to: `new+${n}@example.com` }, 'account');
  const { sent, held } = await sendAll();
  assert.deepEqual([sent.length, held.length, held[0]?.budget], [10, 2, 'recipient']);
  // A notice to an account's former address has its own budget. A notice to an account has none.
  await post(db, { ...mailAbout('was changed'), to: 'new@example.com' });
  for (let n = 0; n < 30; n++) await post(db, mailAbout(`notice ${n}`));
  assert.equal((await sendAll()).sent.length, 31);
});
