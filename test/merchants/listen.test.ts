// `listen` forwards an app's events to a developer's program, signed, and survives a restart of the service.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { projectRoot } from '../rig/house/source-tree.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { outputOf } from '../rig/run/child-output.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';

let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
let receiver: Receiver;
const children: ChildProcess[] = [];

before(async () => {
  receiver = await startReceiver();
  database = await testDatabase();
  service = await startService({ databaseUrl: database.url, config: { networks: {} }, roles: 'api' });
  merchant = await createMerchant(service);
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service?.stop();
  await database?.drop();
  await receiver?.close();
});

/** Starts the command and waits until it listens; returns its process, the secret and its output. */
async function listen(...more: string[]): Promise<{ child: ChildProcess; secret: string; printed: () => string }> {
  const args = ['src/cli/main.js', 'listen', '--app', merchant.app.id, ...more];
  const child = spawn(process.execPath, args, { cwd: projectRoot, env: service.env });
  children.push(child);
  const printed = outputOf(child);
  const secret = await until(
    () => Promise.resolve(/^whsec_\S+$/m.exec(printed())?.[0] ?? null),
    () => `it to listen: ${printed()}`,
  );
  return { child, secret, printed };
}

async function invoiceArrives(secret: string, path: string): Promise<string> {
  const made = await ok<{ id: string }>(merchant.appApi.post('/invoice', { total: '10.00', currency: 'USD' }));
  const request = await until(
    () =>
      Promise.resolve(receiver.received.find((one) => one.path.endsWith(path) && one.body.includes(made.id)) ?? null),
    'the event to be forwarded',
  );
  const event = new Webhook(secret.slice('whsec_'.length)).verify(request.body, request.headers) as Record<
    string,
    unknown
  >;
  assert.deepEqual([event.type, event.sequence], ['invoice.created', 1]);
  return request.headers['webhook-id'] as string;
}

async function endsWell(child: ChildProcess): Promise<void> {
  const code = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGINT');
  assert.equal(await code, 0);
}

test('what happens from now on is forwarded, signed with the secret it prints, and each answer is shown', async () => {
  await ok(merchant.appApi.post('/invoice', { total: '10.00', currency: 'USD' }));
  const { child, secret, printed } = await listen('--forward-to', `${receiver.url}/here`);
  const id = await invoiceArrives(secret, '/here');
  await until(
    () => Promise.resolve(printed().includes(`invoice.created ${id} -> 200`)),
    () => `the answer: ${printed()}`,
  );
  assert.equal(receiver.received.filter((one) => one.path.endsWith('/here')).length, 1);
  await endsWell(child);
  assert.match(printed(), /Stopped\.\n$/);
});

test('over HTTP with a token it outlives a restart of the service, and its secret stays the same', async () => {
  const token = ['--token', merchant.personalToken];
  const { child, secret, printed } = await listen('--forward-to', `${receiver.url}/there`, ...token);
  await invoiceArrives(secret, '/there');
  await service.kill('SIGTERM');
  await until(() => Promise.resolve(printed().includes('cannot be reached')), 'the service to be missed');
  await service.restart();
  await invoiceArrives(secret, '/there');
  assert.match(printed(), /The service can be reached again/);
  await endsWell(child);
  const again = await listen('--forward-to', '127.0.0.1:9/nobody', ...token);
  assert.equal(again.secret, secret);
  await ok(merchant.appApi.post('/invoice', { total: '10.00', currency: 'USD' }));
  await until(() => Promise.resolve(/-> no answer: \S/.test(again.printed())), again.printed);
  await endsWell(again.child);
});

test('a wrong app, token or address ends it at once, in one line that names the flag', async () => {
  const refused = async (why: RegExp, ...args: string[]) => {
    const { code, stderr } = await quittance(service, ['listen', ...args]);
    assert.deepEqual([code, stderr.trim().split('\n').length], [1, 1], stderr);
    assert.match(stderr, why);
  };
  const to = ['--forward-to', receiver.url];
  await refused(/--app is missing/, ...to);
  await refused(/--app must be the id/, '--app', 'shop', ...to);
  await refused(/--app: there is no app/, '--app', crypto.randomUUID(), ...to);
  await refused(/--app: there is no such app/, '--app', crypto.randomUUID(), ...to, '--token', merchant.personalToken);
  await refused(/--token: the service refuses it/, '--app', merchant.app.id, ...to, '--token', 'qpat_nonsense');
  await refused(/--forward-to must be a URL/, '--app', merchant.app.id, '--forward-to', 'http://');
});
