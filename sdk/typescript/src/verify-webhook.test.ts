// Webhook verification accepts deliveries that the service signed and rejects everything else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signatureHeaders } from '../../../src/io/outbound/webhook-signature.ts';
import { verifyWebhook, WebhookRefused } from './verify-webhook.ts';

const secret = newWebhookSecret();
const now = new Date('2026-01-15T09:30:00.000Z');
const body = '{"type":"invoice.paid","timestamp":"2026-01-15T09:29:59.000Z","data":{"id":"1","note":"ünïcode"}}';
const headers = signatureHeaders('event-1', now, body, [secret]);

test('deliveries of the service are accepted as text and as bytes, with both kinds of headers', async () => {
  for (const given of [body, new TextEncoder().encode(body)]) {
    for (const bag of [headers, new Headers(headers)]) {
      const { id, event } = await verifyWebhook(given, bag, secret, { now });
      assert.deepEqual([id, event.type], ['event-1', 'invoice.paid']);
    }
  }
});

test('deliveries of other Standard Webhooks signers are accepted', async () => {
  const signature = new Webhook(secret).sign('event-2', now, body);
  const signed = {
    'webhook-id': 'event-2',
    'webhook-timestamp': headers['webhook-timestamp'],
    'webhook-signature': signature,
  };
  assert.equal((await verifyWebhook(body, signed, secret, { now })).id, 'event-2');
});

test('while a secret is replaced, either side may know only one of the two', async () => {
  const next = newWebhookSecret();
  const both = signatureHeaders('event-3', now, body, [next, secret]);
  for (const known of [secret, next, [next, secret]]) await verifyWebhook(body, both, known, { now });
  await verifyWebhook(body, headers, [next, secret], { now });
});

test('W8-forged: any other signature is refused', async () => {
  const signature = headers['webhook-signature'] as string;
  const cases: Record<string, [string, Record<string, string>]> = {
    'another secret signed it': [body, signatureHeaders('event-1', now, body, [newWebhookSecret()])],
    'the body was written again': [JSON.stringify(JSON.parse(body), null, 1), headers],
    'one byte differs': [body.replace('1', '2'), headers],
    'another id': [body, { ...headers, 'webhook-id': 'event-9' }],
    'another time': [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
    'no signature': [body, { ...headers, 'webhook-signature': '' }],
    'another version': [body, { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }],
    'a cut signature': [body, { ...headers, 'webhook-signature': signature.slice(0, -8) }],
    'no base64': [body, { ...headers, 'webhook-signature': 'v1,*' }],
    'fifty signatures': [body, { ...headers, 'webhook-signature': Array(50).fill(signature).join(' ') }],
    'a time that is none': [body, { ...headers, 'webhook-timestamp': '1e9' }],
  };
  for (const [name, [given, bag]] of Object.entries(cases)) {
    await assert.rejects(verifyWebhook(given, bag, secret, { now }), WebhookRefused, name);
  }
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...rest } = headers;
    await assert.rejects(verifyWebhook(body, rest, secret, { now }), WebhookRefused, `without ${name}`);
  }
});

test('W7-replay: a delivery may be five minutes off in either direction, not more', async () => {
  for (const seconds of [-300, 300]) {
    await verifyWebhook(body, headers, secret, { now: new Date(now.getTime() + seconds * 1000) });
  }
  for (const seconds of [-301, 301]) {
    const late = { now: new Date(now.getTime() + seconds * 1000) };
    await assert.rejects(verifyWebhook(body, headers, secret, late), /too old/);
  }
});

test('an invalid secret is the caller’s own error', async () => {
  for (const wrong of ['', 'secret', 'whsec_', 'whsec_*']) {
    await assert.rejects(verifyWebhook(body, headers, wrong, { now }), TypeError);
  }
});
