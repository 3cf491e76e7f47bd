// Mail reaches the server it is meant for; one that is refused is tried again and then told to the log, without its text.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../test/rig/client.ts';
import { startMailServer } from '../../../test/rig/mail-server.ts';
import { createMailer } from './mailer.ts';

const server = await startMailServer();
after(() => server.close());

function logged() {
  const lines: string[] = [];
  const note = (facts: object, message: string) => void lines.push(`${message} ${JSON.stringify(facts)}`);
  return { lines, log: { info: note, error: note } as never };
}

const publicUrl = 'https://pay.example';
const mail = {
  to: 'person@example.com',
  subject: 'Grüße',
  text: `Choose one here:\n${publicUrl}/x?token=${'t'.repeat(90)}`,
};

test('a mail arrives whole, from the sender that SMTP_URL names or from one made up', async () => {
  for (const [smtpUrl, sender] of [
    [`${server.url}?from=shop%40example.com`, 'shop@example.com'],
    [server.url, 'quittance@pay.example'],
  ] as const) {
    const { lines, log } = logged();
    const mailer = createMailer({ smtpUrl, publicUrl, log });
    mailer.send(mail);
    await mailer.close();
    const received = server.mails.at(-1);
    assert.deepEqual([received?.from, received?.to], [sender, [mail.to]]);
    assert.ok(received?.text.includes(`token=${'t'.repeat(90)}`));
    assert.equal(lines.length, 0);
  }
});

test('a mail that is refused once is tried again; one that stays refused is told without its text', async () => {
  const { lines, log } = logged();
  const mailer = createMailer({ smtpUrl: server.url, publicUrl, log });
  const before = server.mails.length;
  server.refuse(1);
  mailer.send(mail);
  await until(() => server.mails.length === before + 1, 'the second try');
  assert.equal(lines.length, 0);
  server.refuse(2);
  mailer.send(mail);
  await mailer.close();
  assert.equal(server.mails.length, before + 1);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /a mail could not be sent/);
  assert.doesNotMatch(lines[0] ?? '', /token=/);
});

test('without a server the mail is a line in the log', async () => {
  const { lines, log } = logged();
  createMailer({ smtpUrl: null, publicUrl, log }).send(mail);
  assert.match(lines[0] ?? '', /was not sent.*person@example.com.*token=/);
});

test('a line break in an address or a subject adds no header', async () => {
  const { log } = logged();
  const mailer = createMailer({ smtpUrl: server.url, publicUrl, log });
  mailer.send({ ...mail, subject: 'Hello\r\nBcc: other@example.com' });
  await mailer.close();
  const received = server.mails.at(-1);
  assert.deepEqual(received?.to, [mail.to]);
  assert.doesNotMatch(received?.text ?? '', /^bcc:/im);
});
