// Cases of webhooks: one that the service sent, and altered ones.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { newSigningKey, newWebhookSecret, signatureHeaders } from '../../../src/io/outbound/webhook-signature.ts';
import { type Json, ok } from '../../../test/rig/client.ts';
import { startReceiver } from '../../../test/rig/receiver.ts';
import type { Case } from '../case.ts';
import type { DriverCall } from '../driver.ts';
import type { Stage } from '../stage.ts';

type Verification = Extract<DriverCall, { call: 'verify_webhook' }>;

const secret = newWebhookSecret();
const sentAt = new Date('2026-01-15T09:30:00.000Z');
const now = sentAt.getTime() / 1000;
const eventId = '0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c01';
const body =
  '{"type":"invoice.paid","timestamp":"2026-01-15T09:29:59.000Z","sequence":3,' +
  '"data":{"id":"0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c02","status":"paid","order":{"reference":"Größe ☕"}}}';
const headers = signatureHeaders(eventId, sentAt, body, [secret]);
const verified = { id: eventId, type: 'invoice.paid', data_id: '0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c02' };

export const webhookCases: readonly Case[] = [
  {
    id: 'webhook-true',
    rule: 'A webhook that the service sent is accepted',
    run: acceptsRealDelivery,
  },
  {
    id: 'webhook-header-names',
    rule: 'Names of headers may be in any case',
    async run(stage) {
      const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
      await accepts(stage, { headers: upper });
    },
  },
  {
    id: 'webhook-forged',
    rule: 'A changed body, id or time is refused',
    async run(stage) {
      await refuses(stage, { body: body.replace('"sequence":3', '"sequence":4') });
      await refuses(stage, { body: JSON.stringify(JSON.parse(body), null, 1) });
      await refuses(stage, { headers: { ...headers, 'webhook-id': 'another' } });
      await refuses(stage, { headers: { ...headers, 'webhook-timestamp': String(now + 1) } });
    },
  },
  {
    id: 'webhook-wrong-secret',
    rule: 'A signature by another secret is refused',
    run: (stage) => refuses(stage, { secrets: [newWebhookSecret()] }),
  },
  {
    id: 'webhook-bad-signature',
    rule: 'A cut signature, another scheme, and text that is no base64 are refused',
    async run(stage) {
      const signature = headers['webhook-signature'] as string;
      for (const bad of [signature.slice(0, -8), signature.replace('v1,', 'v2,'), 'v1,*', 'v1', ' ']) {
        await refuses(stage, { headers: { ...headers, 'webhook-signature': bad } });
      }
    },
  },
  {
    id: 'webhook-old',
    rule: 'A delivery is accepted up to its tolerance, and refused if it is older',
    async run(stage) {
      await accepts(stage, { now: now + 300 });
      await refuses(stage, { now: now + 301 });
      await refuses(stage, { now: now + 11, tolerance: 10 });
    },
  },
  {
    id: 'webhook-future',
    rule: 'A delivery from the future is refused beyond its tolerance',
    async run(stage) {
      await accepts(stage, { now: now - 300 });
      await refuses(stage, { now: now - 301 });
    },
  },
  {
    id: 'webhook-bad-time',
    rule: 'A time that is no number of seconds is refused',
    async run(stage) {
      for (const time of ['1e9', '-5', '1768469400.5', 'soon', '99999999999999999999']) {
        await refuses(stage, { headers: signedAt(time) });
      }
    },
  },
  {
    id: 'webhook-rotated',
    rule: 'While a secret is replaced, each side may know one of the two secrets, or both',
    async run(stage) {
      const next = newWebhookSecret();
      const both = signatureHeaders(eventId, sentAt, body, [next, secret]);
      for (const secrets of [[secret], [next], [next, secret]]) await accepts(stage, { headers: both, secrets });
      await accepts(stage, { secrets: [next, secret] });
      // A receiver that knows the shared secret may also get a signature of the other scheme.
      const mixed = signatureHeaders(eventId, sentAt, body, [newSigningKey('v1a').secret, secret]);
      await accepts(stage, { headers: mixed });
    },
  },
  {
    id: 'webhook-many-signatures',
    rule: 'A delivery with fifty signatures is refused, which bounds the work',
    run: (stage) =>
      refuses(stage, {
        headers: { ...headers, 'webhook-signature': Array(50).fill(headers['webhook-signature']).join(' ') },
      }),
  },
  {
    id: 'webhook-stripped',
    rule: 'A delivery without one of the three headers is refused',
    async run(stage) {
      for (const name of Object.keys(headers)) {
        const { [name]: _, ...rest } = headers;
        await refuses(stage, { headers: rest });
      }
    },
  },
  {
    id: 'webhook-usage',
    rule: 'A secret that is none is an error of the caller, and so is no secret at all',
    async run(stage) {
      for (const secrets of [['secret'], ['whsec_'], ['whsec_*'], []]) {
        const error = await stage.fails(verification({ secrets }));
        assert.equal(error.kind, 'usage', JSON.stringify([secrets, error]));
      }
    },
  },
];

function verification(changes: Partial<Verification>): Verification {
  return { call: 'verify_webhook', body, headers, secrets: [secret], tolerance: 300, now, ...changes };
}

async function accepts(stage: Stage, changes: Partial<Verification>): Promise<void> {
  assert.deepEqual(await stage.ask(verification(changes)), verified);
}

async function refuses(stage: Stage, changes: Partial<Verification>): Promise<void> {
  const error = await stage.fails(verification(changes));
  assert.equal(error.kind, 'webhook_refused', JSON.stringify([changes, error]));
}

/** Headers with a true signature over a time that may be none. */
function signedAt(time: string): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${eventId}.${time}.${body}`).digest('base64');
  return { 'webhook-id': eventId, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
}

async function acceptsRealDelivery(stage: Stage): Promise<void> {
  const receiver = await startReceiver();
  try {
    const webhook = await ok<Json>(stage.api.post('/webhook', { url: receiver.url, events: ['invoice.created'] }));
    const invoice = await stage.create({ total: '4.00', currency: 'USD', order: { reference: 'Größe ☕' } });
    const [delivery] = await receiver.until(1);
    assert.ok(delivery);
    const { body, headers } = delivery;
    const time = Number(headers['webhook-timestamp']);
    const found = await stage.ask(verification({ body, headers, secrets: [webhook.secret], now: time + 2 }));
    assert.deepEqual(found, { id: headers['webhook-id'], type: 'invoice.created', data_id: invoice.id });
    await refuses(stage, { body: body.replace('4.00', '9.00'), headers, secrets: [webhook.secret], now: time });
    await ok(stage.api.delete(`/webhook/${webhook.id}`));
  } finally {
    await receiver.close();
  }
}
