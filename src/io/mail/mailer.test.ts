// Mail reaches its server. A permanently rejected mail is logged without its text.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startMailServer } from '../../../test/rig/outside/mail-server.ts';
import { createMailer } from './mailer.ts';

const server = await startMailServer();
const folder = mkdtempSync(join(tmpdir(), 'quittance-mails-'));
const mailFile = join(folder, 'unsent-mails.txt');
after(() => {
  rmSync(folder, { recursive: true });
  return server.close();
});

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
    const mailer = createMailer({ smtpUrl, mailFile, publicUrl, log });
    await mailer.send(mail);
    mailer.close();
    const received = server.mails.at(-1);
    assert.deepEqual([received?.from, received?.to], [sender, [mail.to]]);
    assert.ok(received?.text.includes(`token=${'t'.repeat(90)}`));
    assert.equal(lines.length, 0);
  }
});

test('a mail refused for now rejects, to be retried; a permanent refusal is logged without its text', async () => {
  const { lines, log } = logged();
  const mailer = createMailer({ smtpUrl: server.url, mailFile, publicUrl, log });
  const before = server.mails.length;
  server.refuse(1);
  await assert.rejects(mailer.send(mail));
  assert.equal(lines.length, 0);
  await mailer.send({ ...mail, to: 'unknown@example.com' });
  mailer.close();
  assert.equal(server.mails.length, before);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /the mail server rejected a mail.*unknown@example.com/);
  assert.doesNotMatch(lines[0] ?? '', /token=/);
});

test('without a server mails go to a file for the operator alone, and the log names only the file', async () => {
  const { lines, log } = logged();
  const mailer = createMailer({ smtpUrl: null, mailFile, publicUrl, log });
  await mailer.send(mail);
  chmodSync(mailFile, 0o644);
  await mailer.send({ ...mail, subject: 'The second' });
  assert.equal(statSync(mailFile).mode & 0o777, 0o600);
  const text = readFileSync(mailFile, 'utf8');
  for (const part of [mail.to, mail.subject, mail.text, 'The second']) assert.ok(text.includes(part), part);
  assert.equal(lines.length, 2);
  for (const line of lines) {
    assert.ok(line.includes(mailFile), line);
    assert.doesNotMatch(line, /token=|person@example\.com/);
  }
});

test('W38-mail-header: a line break in an address or a subject adds no header', async () => {
  const { log } = logged();
  const mailer = createMailer({ smtpUrl: server.url, mailFile, publicUrl, log });
  await mailer.send({ ...mail, subject: 'Hello\r\nBcc: other@example.com' });
  mailer.close();
  const received = server.mails.at(-1);
  assert.deepEqual(received?.to, [mail.to]);
  assert.doesNotMatch(received?.text ?? '', /^bcc:/im);
});
