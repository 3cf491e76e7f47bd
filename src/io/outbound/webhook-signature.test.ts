// The reference verifier of Standard Webhooks accepts our signatures and rejects changed messages.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newSigningKey, newWebhookSecret, signatureHeaders } from './webhook-signature.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const body = '{"type":"invoice.paid","timestamp":"2026-03-01T12:00:00.000Z","data":{"note":"Grüße, 支付 ✓"}}';

test('the signature is the one that the reference implementation makes', () => {
  const at = new Date(1_770_000_123_456);
  const secret = newWebhookSecret();
  const headers = signatureHeaders(id, at, body, [secret]);
  assert.equal(headers['webhook-signature'], new Webhook(secret).sign(id, at, body));
  assert.equal(headers['webhook-timestamp'], '1770000123');
});

test('the reference verifier accepts it, with either secret during a rotation', () => {
  const [old, fresh] = [newWebhookSecret(), newWebhookSecret()];
  const headers = signatureHeaders(id, new Date(), body, [fresh, old]);
  for (const secret of [old, fresh]) assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
});

test('another body, id, time or secret is refused', () => {
  const secret = newWebhookSecret();
  const headers = signatureHeaders(id, new Date(), body, [secret]);
  const verifier = new Webhook(secret);
  assert.throws(() => verifier.verify(body.replace('paid', 'Paid'), headers));
  assert.throws(() => verifier.verify(body, { ...headers, 'webhook-id': `${id}0` }));
  assert.throws(() =>
    verifier.verify(body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
  );
  assert.throws(() => new Webhook(newWebhookSecret()).verify(body, headers));
});

test('W9-own-secret: a secret is 32 bytes behind its prefix, and never the same twice', () => {
  const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret));
  assert.equal(secrets.size, 100);
  for (const secret of secrets) assert.equal(Buffer.from(secret.replace('whsec_', ''), 'base64').length, 32);
});

test('a v1a signature is Ed25519 over the same text, and the public key alone verifies it', () => {
  const [old, fresh] = [newSigningKey('v1a'), newSigningKey('v1a')];
  const headers = signatureHeaders(id, new Date(), body, [fresh.secret, old.secret]);
  const text = Buffer.from(`${id}.${headers['webhook-timestamp']}.${body}`);
  const signatures = (headers['webhook-signature'] as string).split(' ').map((one) => one.split(','));
  assert.deepEqual(
    signatures.map(([version]) => version),
    ['v1a', 'v1a'],
  );
  for (const [index, { secret, publicKey }] of [fresh, old].entries()) {
    assert.match(secret, /^whsk_/);
    assert.match(publicKey as string, /^whpk_/);
    const raw = Buffer.from((publicKey as string).slice('whpk_'.length), 'base64');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
    const signature = Buffer.from(signatures[index]?.[1] as string, 'base64');
    assert.equal(verify(null, text, key, signature), true);
    assert.equal(verify(null, Buffer.concat([text, Buffer.from(' ')]), key, signature), false);
  }
});
