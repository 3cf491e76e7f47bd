// Mails leave if and when their commit holds, are heard of at once, and are sent again where sending failed or its
// worker died.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { until } from '../../../test/rig/client.ts';
import { testDatabase } from '../../../test/rig/database.ts';
import { createLog } from '../../io/log.ts';
import type { Mail } from '../../io/mail/mailer.ts';
import { createVault } from '../../io/secrets/vault.ts';
import { mailQueue } from './mail-queue.ts';
import { sendMails } from './send-mails.ts';
import { takeDueMails } from './store.ts';

const database = await testDatabase();
const { db } = database;
const parts = { db, vault: createVault(randomBytes(32)), log: createLog('silent') };
const { post } = mailQueue(parts.vault);
after(() => database.drop());

const mailAbout = (subject: string): Mail => ({ to: 'person@example.com', subject, text: subject });

/** Several workers on one database, and what they handed to the mail server. */
async function workers(count: number, accept: (subject: string) => Promise<void> = async () => undefined) {
  const sent: string[] = [];
  const send = async ({ subject }: Mail) => {
    await accept(subject);
    sent.push(subject);
  };
  const running = await Promise.all(Array.from({ length: count }, () => sendMails(parts, { send })));
  return { sent, stop: () => Promise.all(running.map((one) => one.stop())) };
}

const waiting = async () => (await db.query('select 1 from mails')).length;

test('a mail of a commit that failed never leaves; one of a commit that held does, and nothing of it stays', async () => {
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
  assert.equal((await takeDueMails(db, 1, 1)).length, 1);
  assert.equal((await takeDueMails(db, 1, 1)).length, 0);
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
