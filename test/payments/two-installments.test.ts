// The main story, through the public API alone: an invoice paid in two installments, native coin and then a token.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type Receiver, startReceiver, verify } from '../rig/receiver.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';

let anvil: Anvil;
let service: ServiceProcess;
let receiver: Receiver;
let merchant: Merchant;
let token: `0x${string}`;
let database: Awaited<ReturnType<typeof testDatabase>>;

before(async () => {
  anvil = await startAnvil();
  token = await anvil.deployToken({ symbol: 'USDT', decimals: 6 });
  database = await testDatabase();
  receiver = await startReceiver();
  service = await startService({
    databaseUrl: database.url,
    config: {
      networks: {
        local: localNetwork(anvil, {
          tokens: [{ symbol: 'USDT', name: 'Tether USD', contract: token, decimals: 6, stable: true }],
        }),
      },
      rates: { sources: [], fixed: { ETH: { USD: '2000' }, USDT: { USD: '1' } } },
    },
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  merchant = await createMerchant(service, {
    accepts: [
      ['ETH', 'local'],
      ['USDT', 'local'],
    ],
    receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  });
});

after(async () => {
  await service?.stop();
  await receiver?.close();
  await anvil?.stop();
  await database?.drop();
});

test('open, partially paid, paid: ETH and then USDT, every webhook signed, the same id after a 500', async () => {
  receiver.answer({ status: 500 }, { status: 200 });
  const webhook = await ok<Json>(merchant.appApi.post('/webhook', { app_id: merchant.app.id, url: receiver.url }));
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
  assert.equal(invoice.status, 'open');
  const anyone = merchant.api.as(null);
  const customer = anvil.accounts[2]!.address;

  const first = await ok<Json>(
    anyone.post('/transaction', { invoice_id: invoice.id, from: customer, cryptocurrency: 'ETH', network: 'local' }),
  );
  assert.equal(first.amount, '0.05');
  assert.equal(first.status, 'processing');
  const firstHash = await anvil.send({ from: customer, to: first.to, value: 20_000_000_000_000_000n });
  await anvil.mine(1);
  const seen = await until(async () => {
    const now = await ok<Json>(anyone.get(`/transaction/${first.id}`));
    return now.hash === null ? null : now;
  }, 'the first payment is seen');
  assert.equal(seen.status, 'processing');
  assert.equal(seen.hash, firstHash);
  assert.equal((await ok<Json>(anyone.get(`/invoice/${invoice.id}`))).pending, '40.00');
  await anvil.mine(3);
  const half = await until(async () => {
    const now = await ok<Json>(anyone.get(`/invoice/${invoice.id}`));
    return now.status === 'partially_paid' ? now : null;
  }, 'the invoice is partially paid');
  assert.deepEqual([half.paid, half.pending, half.remaining], ['40.00', '0.00', '60.00']);

  const second = await ok<Json>(
    anyone.post('/transaction', { invoice_id: invoice.id, from: customer, cryptocurrency: 'USDT', network: 'local' }),
  );
  assert.equal(second.amount, '60');
  await anvil.call(token, 'Token.transfer', [customer, 1_000_000_000n]);
  const secondHash = await anvil.call(token, 'Token.transfer', [second.to, 60_000_000n], { from: customer });
  await anvil.mine(4);
  const paid = await until(async () => {
    const now = await ok<Json>(anyone.get(`/invoice/${invoice.id}`));
    return now.status === 'paid' ? now : null;
  }, 'the invoice is paid');
  assert.deepEqual([paid.paid, paid.remaining, paid.exceptions], ['100.00', '0.00', []]);

  const attempts = await ok<Json>(anyone.get('/transactions', { query: { invoice_id: invoice.id } }));
  assert.deepEqual(
    attempts.map((one: Json) => [one.status, one.hash, one.received_amount, Number.isInteger(one.block)]),
    [
      ['success', secondHash, '60', true],
      ['success', firstHash, '0.02', true],
    ],
  );

  const expected = [
    'invoice.created',
    'transaction.created',
    'transaction.detected',
    'transaction.succeeded',
    'invoice.partially_paid',
    'transaction.created',
    'transaction.detected',
    'transaction.succeeded',
    'invoice.paid',
  ];
  const received = await receiver.until(expected.length + 1);
  const events = received.map((request) => ({ id: request.headers['webhook-id'], ...verify(request, webhook.secret) }));
  const byId = Map.groupBy(events, (event) => event.id);
  assert.deepEqual([...byId.values()].map((those) => those[0]!.type).sort(), [...expected].sort());
  assert.equal(
    events.filter((event) => event.id === events[0]!.id).length,
    2,
    'what was answered 500 came again under the same id',
  );
});
