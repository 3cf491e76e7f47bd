// The gate never connects to a private address, however it is spelled, resolved or redirected to, and never waits for
// long.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startReceiver } from '../../../test/rig/receiver.ts';
import { type AddressRange, parseRange } from '../../core/public-address.ts';
import { outboundGate } from './outbound.ts';

const loopback = [parseRange('127.0.0.0/8') as AddressRange];
const closed = outboundGate({ allowCidrs: [] });
const open = outboundGate({ allowCidrs: loopback });
const receiver = await startReceiver();
after(async () => {
  await Promise.all([closed.close(), open.close()]);
  await receiver.close();
});

const post = { headers: { 'content-type': 'application/json' }, body: '{"a":1}', timeoutMs: 2_000 };

test('W1-W6-odd-addresses: a URL that cannot be public is refused by its text', () => {
  const table: [string, string][] = [
    ['http://127.1/', 'address_not_public'],
    ['http://0x7f.1/', 'address_not_public'],
    ['http://2130706433/', 'address_not_public'],
    ['http://017700000001/', 'address_not_public'],
    ['http://0/', 'address_not_public'],
    ['http://127.0.0.1./', 'address_not_public'],
    ['http://１２７.0.0.1/', 'address_not_public'],
    ['http://[::1]/', 'address_not_public'],
    ['http://[::ffff:127.0.0.1]/', 'address_not_public'],
    ['http://[::ffff:7f00:1]/', 'address_not_public'],
    ['http://[64:ff9b::127.0.0.1]/', 'address_not_public'],
    ['http://[fe80::1]/', 'address_not_public'],
    ['http://0.0.0.0/', 'address_not_public'],
    ['http://100.64.0.1/', 'address_not_public'],
    ['http://169.254.169.254/latest/meta-data/', 'address_not_public'],
    ['http://10.0.0.1:8080/', 'address_not_public'],
    ['http://metadata.google.internal/', 'name_not_public'],
    ['http://localhost/', 'name_not_public'],
    ['http://LOCALHOST/', 'name_not_public'],
    ['http://app.localhost/', 'name_not_public'],
    ['http://printer.local/', 'name_not_public'],
    ['http://postgres/', 'name_not_public'],
    ['http://example.com./', 'name_not_public'],
    ['https://user:pass@example.com/', 'credentials_not_allowed'],
    ['https://user@example.com/', 'credentials_not_allowed'],
    ['http://example.com:22/', 'port_not_allowed'],
    ['http://example.com:5432/', 'port_not_allowed'],
    ['http://example.com:6379/', 'port_not_allowed'],
    ['file:///etc/passwd', 'scheme_not_allowed'],
    ['gopher://example.com/', 'scheme_not_allowed'],
    ['javascript:alert(1)', 'scheme_not_allowed'],
    ['/hook', 'not_a_url'],
    ['http://', 'not_a_url'],
    ['http://[fe80::1%25eth0]/', 'not_a_url'],
  ];
  for (const [url, refusal] of table) assert.equal(closed.checkUrl(url), refusal, url);
});

test('an ordinary public URL is taken', () => {
  for (const url of [
    'https://shop.example/hook?a=1',
    'http://shop.example',
    'https://shop.example:8443/',
    'http://1.1.1.1:8080/',
  ]) {
    assert.equal(closed.checkUrl(url), null, url);
  }
});

test('what the text check refuses, a call refuses too, without a connection', async () => {
  const before = receiver.connections();
  for (const url of [
    receiver.url,
    `http://2130706433:${receiver.port}/`,
    `http://[::ffff:127.0.0.1]:${receiver.port}/`,
  ]) {
    await assert.rejects(closed.call(url, post), { code: 'address_not_public' });
  }
  assert.equal(receiver.connections(), before);
});

test('a name with any private address among its addresses is refused', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['not an address'],
  ]) {
    const gate = outboundGate({ allowCidrs: [], resolve: async () => addresses });
    await assert.rejects(
      gate.call(`http://shop.example:${receiver.port}/`, post),
      { code: 'address_not_public' },
      addresses.join(),
    );
    await gate.close();
  }
});

test('a name without addresses is a failure of its own', async () => {
  const gate = outboundGate({ allowCidrs: [], resolve: async () => Promise.reject(new Error('ENOTFOUND')) });
  await assert.rejects(gate.call('http://shop.example/', post), { code: 'name_unknown' });
  await gate.close();
});

test('W2-rebinding: a rebound name is resolved once, and the checked address is the one connected to', async () => {
  // Only the first DNS answer is callable, so a second lookup would fail the test.
  let asked = 0;
  const answers = ['127.0.0.1', '169.254.169.254'];
  const gate = outboundGate({ allowCidrs: loopback, resolve: async () => [answers[Math.min(asked++, 1)] as string] });
  receiver.answer({ status: 204, headers: { connection: 'close' } });
  assert.equal((await gate.call(`http://shop.example:${receiver.port}/rebound`, post)).status, 204);
  assert.equal(asked, 1);
  assert.equal(receiver.received.at(-1)?.headers.host, `shop.example:${receiver.port}`);
  await assert.rejects(gate.call(`http://shop.example:${receiver.port}/rebound`, post), { code: 'address_not_public' });
  assert.equal(asked, 2);
  await gate.close();
});

test('W3-redirect: a redirect is an answer, and is never followed', async () => {
  const before = receiver.received.length;
  receiver.answer({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
  assert.equal((await open.call(receiver.url, post)).status, 302);
  assert.equal(receiver.received.length, before + 1);
});

test('W4-kept-answer: at most one KiB of an answer is stored, without NUL', async () => {
  receiver.answer({ status: 500, body: `a\u0000b${'é'.repeat(3000)}` });
  const { bodyExcerpt } = await open.call(receiver.url, post);
  assert.ok(bodyExcerpt.startsWith('abé') && bodyExcerpt.length <= 1024 && !bodyExcerpt.includes('\u0000'));
});

test('F22-odd-receiver: an answer that does not end, drips or is reset keeps its status', async () => {
  for (const kind of ['endless', 'drip', 'reset_after_status'] as const) {
    receiver.answer(kind);
    assert.equal((await open.call(receiver.url, post)).status, 200, kind);
  }
});

test('no status in time is a timeout; a cut connection is a failure', async () => {
  for (const kind of ['hang', 'slow_head'] as const) {
    receiver.answer(kind);
    await assert.rejects(open.call(receiver.url, { ...post, timeoutMs: 300 }), { code: 'timeout' }, kind);
  }
  receiver.answer('reset');
  await assert.rejects(open.call(receiver.url, post), { code: 'connection_failed' });
});

test('a call can be given up', async () => {
  receiver.answer('hang');
  const stop = new AbortController();
  const call = open.call(receiver.url, { ...post, signal: stop.signal });
  stop.abort();
  await assert.rejects(call, { code: 'aborted' });
});

test('connections are used again', async () => {
  const gate = outboundGate({ allowCidrs: loopback });
  receiver.answer({ status: 200, body: 'ok' });
  const before = receiver.connections();
  for (let i = 0; i < 20; i++) await gate.call(receiver.url, post);
  assert.ok(receiver.connections() - before <= 2, 'one, and one more while the first is being handed back');
  await gate.close();
});

test('a resource is read whole up to its limit and refused beyond it', async () => {
  receiver.answer({ status: 200, headers: { 'content-type': 'application/json' }, body: '{"keys":[]}' });
  const resource = await open.get(receiver.url, { maxBytes: 100, timeoutMs: 2_000 });
  assert.deepEqual(
    [resource.status, resource.contentType, resource.body.toString()],
    [200, 'application/json', '{"keys":[]}'],
  );
  receiver.answer('endless');
  await assert.rejects(open.get(receiver.url, { maxBytes: 100_000, timeoutMs: 5_000 }), { code: 'body_too_large' });
});

test('a local name is called where the operator allows its range', async () => {
  receiver.answer({ status: 200 });
  assert.equal((await open.call(`http://localhost:${receiver.port}/`, post)).status, 200);
});
