// An operator adds unknown networks in quittance.json alone: payments work on each, and the networks are kept apart.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { newAddress, type Stage, startStage } from '../rig/stage.ts';

/**
 * An invented chain: coins of 9 decimals, a token of 30 decimals that represents the yen, and its own finality depth.
 */
let foreign: Anvil;
let token: `0x${string}`;
let stage: Stage;

before(async () => {
  foreign = await startAnvil({ chainId: 4_242_424_242 });
  token = await foreign.deployToken({ decimals: 30, supply: 10n ** 40n });
  stage = await startStage({
    networks: {
      'foreign-shore': {
        type: 'EVM',
        name: 'Foreign shore',
        chain_id: foreign.chainId,
        rpc: [foreign.url],
        test: true,
        confirmations: 2,
        finality: 5,
        poll_interval_ms: 50,
        explorer: 'https://shore.example/tx/{hash}',
        native: { symbol: 'SHELL', name: 'Shell', decimals: 9 },
        tokens: [{ symbol: 'YENX', name: 'Yen on the shore', contract: token, decimals: 30, stable: true, peg: 'JPY' }],
      },
    },
    rates: { SHELL: { USD: '0.25' }, YENX: { USD: '0.0065' } },
  });
});

after(async () => {
  // Some credits are on another chain than the stage's.
  await stage.close({ isHalted: true });
  await foreign.stop();
});

async function shopOnShore(cryptocurrency: string): Promise<{ api: Stage['anyone']; to: string; app: Json }> {
  const { api: merchant } = stage.merchant;
  const name = `Shop for ${cryptocurrency}`;
  const app = await ok<Json>(merchant.post('/app', { name, url: 'https://shop.example', environment: 'development' }));
  const place = { app_id: app.id, network: 'foreign-shore' };
  await ok(merchant.post('/app-cryptocurrency', { ...place, cryptocurrency }));
  const to = newAddress();
  await ok(merchant.post('/app-address', { ...place, kind: 'address', value: to }));
  return { api: merchant.as(app.token), to, app };
}

async function attemptOnShore(api: Stage['anyone'], cryptocurrency: string): Promise<{ invoice: Json; attempt: Json }> {
  const invoice = await ok<Json>(api.post('/invoice', { total: '25', currency: 'USD' }));
  const from = foreign.accounts[0]?.address;
  const wish = { invoice_id: invoice.id, from, cryptocurrency, network: 'foreign-shore' };
  return { invoice, attempt: await ok<Json>(stage.anyone.post('/transaction', wish)) };
}

function unitsOf(amount: string, decimals: number): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(decimals, '0'));
}

test('a network that is data only is offered with its coins, its own decimals and its own floor', async () => {
  const shore = await until(async () => {
    const networks = await ok<Json[]>(stage.anyone.get('/networks'));
    return networks.find(({ symbol, available }) => symbol === 'foreign-shore' && available);
  }, 'the network to be reached');
  assert.deepEqual([shore?.name, shore?.type, shore?.test, shore?.available], ['Foreign shore', 'EVM', true, true]);
  const shell = await ok<Json>(stage.anyone.get('/cryptocurrency/SHELL'));
  assert.deepEqual(
    shell.networks.map(({ symbol, decimals, confirmations }: Json) => [symbol, decimals, confirmations]),
    [['foreign-shore', 9, 2]],
  );
});

test('its coin and its token are quoted, paid, confirmed and credited like those that are built in', async () => {
  for (const [cryptocurrency, decimals] of [
    ['SHELL', 9],
    ['YENX', 30],
  ] as const) {
    const { api } = await shopOnShore(cryptocurrency);
    const { invoice, attempt } = await attemptOnShore(api, cryptocurrency);
    const units = unitsOf(attempt.amount, decimals);
    if (cryptocurrency === 'SHELL') await foreign.send({ to: attempt.to, value: units });
    else await foreign.call(token, 'Token.transfer', [attempt.to, units]);
    await foreign.mine(2);
    const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.equal(paid.paid, '25.00');
    const done = await stage.getTransaction(attempt.id);
    assert.deepEqual([done.status, done.received_amount, done.required_confirmations], ['success', attempt.amount, 2]);
    assert.equal(done.explorer_url, `https://shore.example/tx/${done.hash}`);
    assert.match(attempt.payment_uri, /^ethereum:0x[0-9a-fA-F]{40}@4242424242/);
  }
});

test('A26-same-address-elsewhere: what is paid to its address on another network pays nothing here', async () => {
  const { api, to } = await shopOnShore('SHELL');
  const { invoice, attempt } = await attemptOnShore(api, 'SHELL');
  assert.equal(attempt.to.toLowerCase(), to);
  const customer = await stage.customer();
  await customer.pay(attempt.to, unitsOf(attempt.amount, 9));
  await stage.mine(5);
  await foreign.mine(2);
  await until(async () => (await stage.getInvoice(invoice.id)).status === 'open', 'the invoice to stay open');
  assert.equal((await stage.getTransaction(attempt.id)).hash, null);
});
