// Processes are replaced one after the other while customers and merchants call, behind a load balancer that uses
// /readyz.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type Balancer, startBalancer } from '../rig/run/balancer.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

let database: TestDatabase;
let merchant: Merchant;
let balancer: Balancer;
const nodes: ServiceProcess[] = [];

before(async () => {
  database = await testDatabase();
  const env = {
    NODE_ENV: 'production',
    DRAIN_SECONDS: '5',
    LOG_REQUESTS: 'on',
    SECURITY_CONTACT: 'security@shop.example',
    SECRET_KEY: randomBytes(32).toString('base64'),
  };
  const start = () =>
    startService({
      own: 'it is stopped under load',
      databaseUrl: database.url,
      config: withoutNetworks,
      roles: 'api',
      env,
    });
  nodes.push(await start(), await start());
  merchant = await createMerchant(nodes[0] as ServiceProcess);
  balancer = await startBalancer(nodes.map((node) => node.url));
});
after(async () => {
  await balancer?.close();
  await Promise.all(nodes.map((node) => node.stop()));
  await database?.drop();
});

const bearer = () => ({ authorization: `Bearer ${merchant.app.token}`, 'content-type': 'application/json' });
const terms = JSON.stringify({ total: '10.00', currency: 'USD' });

test('T11-rolling-restart: one process after the other under load, and no request fails', async () => {
  const answers: string[] = [];
  let isOver = false;
  const callAgainAndAgain = (path: string, init: RequestInit) => {
    const call = async () => {
      const answer = await fetch(`${balancer.url}/api${path}?v=1`, init).then(
        async (response) => `${response.status} ${response.ok ? '' : await response.text()}`,
        (error: Error) => `none: ${error.message} ${String(error.cause)}`,
      );
      answers.push(`${path} ${answer}`.trim());
      return isOver;
    };
    return until(call, 'all to be replaced', { withinMs: 600_000, everyMs: 20 });
  };
  const load = [
    callAgainAndAgain('/currencies', {}),
    callAgainAndAgain('/invoices', { headers: bearer() }),
    callAgainAndAgain('/invoice', { method: 'POST', headers: bearer(), body: terms }),
  ];
  for (const node of nodes) {
    await until(() => balancer.ready().length === 2, 'both to be ready');
    const before = answers.length;
    await node.restart();
    assert.ok(answers.length > before);
  }
  await until(() => balancer.ready().length === 2, 'both to be ready');
  isOver = true;
  await Promise.all(load);
  assert.deepEqual(new Set(answers), new Set(['/currencies 200', '/invoices 200', '/invoice 201']));
});

test('T11-rolling-restart: what is in flight at SIGTERM is answered, streams end as a whole', async () => {
  const node = nodes[0] as ServiceProcess;
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '10.00', currency: 'USD' }));
  const stream = await answerTo(request(`${node.apiUrl}/invoice/${invoice.id}/events?v=1`).end());
  const streamed = textOf(stream);
  const slow = request(`${node.apiUrl}/invoice?v=1`, {
    method: 'POST',
    headers: { ...bearer(), 'content-length': terms.length },
  });
  const answer = answerTo(slow);
  slow.write(terms.slice(0, 5));
  // A response shows that the server has read it.
  await fetch(`${node.url}/healthz`);
  const ended = node.kill('SIGTERM');
  await until(async () => (await fetch(`${node.url}/readyz`)).status === 503, 'it to be not ready');
  const late = await fetch(`${node.apiUrl}/currencies?v=1`);
  assert.deepEqual([late.status, late.headers.get('connection')], [200, 'close']);
  await until(async () => !(await isListening(node.url)), 'the port to close');
  slow.end(terms.slice(5));
  const { statusCode, headers } = await answer;
  assert.deepEqual([statusCode, headers.connection], [201, 'close']);
  assert.match(await streamed, /^retry: /);
  assert.equal(stream.complete, true);
  assert.equal(await ended, 0);
  await node.restart();
});

test('LOG_REQUESTS writes a line for each request, without its query', async () => {
  const node = nodes[0] as ServiceProcess;
  const id = (await fetch(`${node.apiUrl}/currency/USD?v=1&secret=hush`)).headers.get('x-request-id') ?? '';
  const { request_id, method, path, status } = JSON.parse(await node.says(id)) as Json;
  assert.deepEqual(
    { request_id, method, path, status },
    { request_id: id, method: 'GET', path: '/api/currency/USD', status: 200 },
  );
  assert.ok(!node.lines.some((line) => line.includes('hush')));
});

test('in production the figures are not on the port that everybody reaches', async () => {
  const answer = await fetch(`${(nodes[0] as ServiceProcess).url}/metrics`);
  assert.equal(answer.status, 404);
  assert.match(((await answer.json()) as Json).detail, /METRICS_PORT/);
});

test('security.txt says whom to tell, and for how long that is true', async () => {
  const { url } = nodes[0] as ServiceProcess;
  const answer = await fetch(`${url}/.well-known/security.txt`);
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );
  assert.equal(fields.Contact, 'mailto:security@shop.example');
  assert.equal(fields.Canonical, `${url}/.well-known/security.txt`);
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  assert.ok(days > 30 && days < 366);
});

function answerTo(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => sent.once('response', resolve).once('error', reject));
}

async function textOf(stream: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of stream) text += part;
  return text;
}

async function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}
