// Receives webhooks: verifies each over its raw body and keeps it once, in order. Node runs this file as it is.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

const toleranceSeconds = 300;
const maxBodyBytes = 1024 * 1024;

/** Throws where the secret is none: nothing must be verified with an empty key. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  if (!secret.startsWith('whsec_') || key.length < 16)
    throw new Error('WEBHOOK_SECRET is missing or no webhook secret');
  return key;
}

/** Node gives names of headers in lower case. `body` is the raw body. */
export function verify(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((one) => headers[`webhook-${one}`]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^[\w.-]{1,128}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const digest = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  const given = signatures.split(' ').map((one) => Buffer.from(one));
  return given.filter((one) => one.length === expected.length && timingSafeEqual(one, expected)).length > 0;
}

/**
 * Appends the event to the inbox, one line each: id, invoice, sequence, body. Leaves out an event that is there, and
 * one that is older than another of its invoice. A table of your database does the same, with a unique key on the id,
 * also for several processes.
 */
function keep(path: string, id: string, body: Buffer): void {
  const { sequence = null, data } = JSON.parse(body.toString()) as {
    sequence?: number;
    data: { id?: string; invoice_id?: string };
  };
  const invoice = sequence === null ? '' : (data.invoice_id ?? data.id ?? '');
  const inbox = openSync(path, 'a+', 0o600);
  try {
    const text = readFileSync(inbox, 'utf8');
    for (const fields of text.split('\n').map((line) => line.split('\t'))) {
      const isOlder = sequence !== null && fields[1] === invoice && Number(fields[2]) >= sequence;
      if (fields.length >= 4 && (fields[0] === id || isOlder)) return;
    }
    const torn = text === '' || text.endsWith('\n') ? '' : '\n';
    const line = [id, invoice, sequence ?? '', body.toString().replaceAll(/[\t\r\n]/g, ' ')].join('\t');
    writeSync(inbox, `${torn}${line}\n`);
    fsyncSync(inbox);
  } finally {
    closeSync(inbox);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > maxBodyBytes) throw new Error('the body is too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405;
  const body = await readBody(request);
  if (!verify(process.env.WEBHOOK_SECRET ?? '', request.headers, body)) return 400;
  keep(process.env.WEBHOOK_INBOX ?? 'webhooks.inbox', request.headers['webhook-id'] as string, body);
  return 204;
}

if (import.meta.main) {
  createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  }).listen(Number(process.env.PORT), '127.0.0.1');
}
