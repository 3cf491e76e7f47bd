// Attacks on HTTP that concern no single operation: odd paths and spoofed headers.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { type Json, ok } from '../rig/client.ts';
import { type ApiRig, startApiRig } from '../rig/interface/api-rig.ts';
import type { Merchant } from '../rig/merchant.ts';

let rig: ApiRig;
let merchant: Merchant;

before(async () => {
  rig = await startApiRig();
  merchant = await rig.merchant();
});
after(() => rig?.stop());

/** Sends a request with exactly this path. `fetch` would normalise it. */
function ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(rig.service.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers, setHost: headers.host === undefined }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.once('error', reject);
    asked.end();
  });
}

test('W31-spoofed-headers: a caller’s headers set neither the caller’s address nor ours', async () => {
  const spoofed = {
    'x-forwarded-for': '203.0.113.66',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-real-ip': '203.0.113.66',
    forwarded: 'for=203.0.113.66;host=evil.example;proto=https',
  };
  const body = { total: '10.00', currency: 'USD' };
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', body, { headers: spoofed }));
  assert.ok(invoice.checkout_url.startsWith(rig.service.url));
  await ok(merchant.api.put(`/app/${merchant.app.id}`, { name: 'Renamed' }, { headers: spoofed }));
  const log = await ok<Json[]>(merchant.api.get('/audit-log', { query: { app_id: merchant.app.id } }));
  assert.equal(log[0].ip, '127.0.0.1');
  const headers = { ...spoofed, host: 'evil.example', authorization: `Bearer ${merchant.personalToken}` };
  for (let i = 0; i < 3; i++) await ok(merchant.appApi.post('/invoice', body));
  for (const path of [
    '/api/app?v=1',
    `/api/invoices?v=1&limit=1&app_id=${merchant.app.id}`,
    '/.well-known/openid-configuration',
    '/api/openapi.json',
    '/api/nothing?v=1',
  ]) {
    const { status, text } = await ask(path, headers);
    assert.ok(status < 500, path);
    assert.ok(!text.includes('evil.example') && !text.includes('203.0.113.66'), `${path}: ${text.slice(0, 300)}`);
  }
});

test('W32-path-tricks: no way of writing a path bypasses authentication', async () => {
  const tricks = [
    ...['//api/app', '/api//app', '///api/app', '/api/app/', '/api/app;x=1', '/api;x/app', '/api/%61pp', '/%61pi/app'],
    ...['/api/./app', '/api/../api/app', '/checkout/../api/app', '/api/..%2fapi/app', '/api%2fapp', '/api%5capp'],
    ...['/api/%2e%2e/api/app', '/API/app', '/api/App', '/api/app%00', '/api/app%20', '/api/app%09', '/api\\app'],
    ...['/api/auth/../app', '/api/auth/%2e%2e/app', '/api/app.json', '/api/app/.', '/api/app%2f', '/api/app%3fv=1'],
    ...['http://evil.example/api/app', '/api/webhooks/../app', '/api/networks/..;/app', '/api/app#/api/networks'],
    ...['/uploads/../api/app', '/uploads/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2fpackage.json', '/docs/../api/app'],
  ];
  for (const path of tricks) {
    const { status, text } = await ask(`${path}${path.includes('#') ? '' : '?v=1'}`);
    assert.ok([400, 401, 404, 405].includes(status), `${path}: ${status} ${text.slice(0, 200)}`);
  }
  const known = await ask('/api/app?v=1', { authorization: `Bearer ${merchant.personalToken}` });
  assert.equal(known.status, 200);
});
