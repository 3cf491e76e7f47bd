// An operator adds unknown networks in quittance.json, and in the console: payments work on each, and the networks are
// kept apart.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type BrowserSession, browserSession } from '../rig/browser/browser-session.ts';
import { type Answer, type Json, ok, until } from '../rig/client.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { type FaultProxy, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { newAddress, type Stage, startStage } from '../rig/stage.ts';

/**
 * An invented chain: coins of 9 decimals, a token of 30 decimals that represents the yen, and its own finality depth.
 */
let foreign: Anvil;
let token: `0x${string}`;
let stage: Stage;
/** Two endpoints of one more chain, and a token on it. */
let first: FaultProxy;
let second: FaultProxy;
let pearl: `0x${string}`;
const consoleChain = 77_001;

before(async () => {
  foreign = await startAnvil({ chainId: 4_242_424_242 });
  token = await foreign.deployToken({ decimals: 30, supply: 10n ** 40n });
  pearl = await foreign.deployToken({ decimals: 8, symbol: 'PEARL', supply: 10n ** 20n });
  first = await startFaultProxy(foreign.url);
  second = await startFaultProxy(foreign.url);
  for (const endpoint of [first, second]) endpoint.lie('eth_chainId', () => `0x${consoleChain.toString(16)}`);
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
    rates: { SHELL: { USD: '0.25' }, YENX: { USD: '0.0065' }, PEARL: { USD: '2' } },
  });
});

after(async () => {
  // Some credits are on another chain than the stage's.
  await stage.close({ isHalted: true });
  await Promise.all([first.stop(), second.stop()]);
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

/** The browser of the operator, who signed in a moment ago. */
async function operatorsBrowser(): Promise<BrowserSession> {
  const browser = browserSession(stage.service.apiUrl);
  const { email, password } = stage.merchant;
  await ok(browser.auth('/sign-in/email', { email, password }));
  await ok(browser.api.get('/operator/networks'));
  return browser;
}

function errorsOf({ status, body }: Answer<Json>): string[] {
  assert.equal(status, 422, JSON.stringify(body));
  return body.errors.map(({ field, code }: Json) => `${field} ${code}`);
}

const secret = 'k3y-0123456789abcdef0123456789abcdef';
const withKey = (url: string) => `${url}/?key=${secret}`;

function newNetwork(more: object = {}): object {
  return {
    chain_id: consoleChain,
    name: 'Oyster bay',
    endpoints: [withKey(first.url), second.url],
    native: { symbol: 'ETH' },
    tokens: [{ contract: pearl }],
    test: true,
    confirmations: 2,
    ...more,
  };
}

/** Waits until the service uses the changed networks, without a restart. */
async function availabilityIn(state: boolean): Promise<void> {
  await until(
    async () => {
      const networks = await ok<Json[]>(stage.anyone.get('/networks'));
      return (networks.find(({ symbol }) => symbol === 'oyster-bay')?.available ?? false) === state;
    },
    `the network to be ${state ? 'available' : 'off'}`,
  );
}

test('a network is added in the console only if its endpoints agree, and no name is taken twice', async () => {
  const { api } = await operatorsBrowser();
  const add = async (more: object) => errorsOf(await api.post('/operator/network', newNetwork(more)));
  assert.deepEqual(await add({ chain_id: 77_002 }), ['endpoints.0 wrong_chain', 'endpoints.1 wrong_chain']);
  assert.deepEqual(await add({ endpoints: ['http://127.0.0.1:1'] }), ['endpoints.0 unreachable']);
  assert.deepEqual(await add({ endpoints: [`${first.url}/?cookie_file=/etc/passwd`] }), ['endpoints.0 not_allowed']);
  assert.deepEqual(await add({ chain_id: 1 }), ['chain_id known']);
  assert.deepEqual(await add({ symbol: 'matic' }), ['symbol taken']);
  assert.deepEqual(await add({ native: { symbol: 'MATIC' } }), ['native.symbol taken']);
  assert.deepEqual(await add({ tokens: [{ contract: newAddress() }] }), ['tokens.0.contract no_contract']);
  assert.deepEqual(await add({ tokens: [{ contract: token }] }), ['tokens.0.contract decimals_out_of_range']);
  assert.deepEqual(await add({ test: false, confirmations: 1 }), ['confirmations too_small']);
  second.lie('eth_call', (result, [call]) =>
    (call as Json).data === '0x313ce567' ? `0x${'2'.padStart(64, '0')}` : result,
  );
  assert.deepEqual(await add({}), ['endpoints.1 endpoints_disagree']);
  second.lie('eth_call');
  const networks = await ok<Json[]>(api.get('/operator/networks'));
  assert.ok(!networks.some(({ symbol }) => symbol === 'oyster-bay'), 'nothing was saved');
});

test('endpoints of the console are checked, kept with their keys masked, and recorded', async () => {
  const { api } = await operatorsBrowser();
  const added = await ok<Json>(api.post('/operator/network', newNetwork()));
  assert.equal(added.symbol, 'oyster-bay');
  assert.deepEqual(
    added.tokens.map(({ symbol, decimals }: Json) => [symbol, decimals]),
    [['PEARL', 8]],
  );
  assert.deepEqual(
    added.checks.map(({ usable, endpoint }: Json) => [usable, endpoint]),
    [
      [true, `${first.url}/?key=…cdef`],
      [true, second.url],
    ],
  );
  assert.doesNotMatch(JSON.stringify(added), new RegExp(secret));
  assert.deepEqual(errorsOf(await api.post('/operator/network', newNetwork())), ['chain_id known']);
  assert.deepEqual(errorsOf(await api.put('/operator/network/local', { endpoints: [first.url] })), ['endpoints fixed']);
  const wrong = await api.put('/operator/network/ethereum', { endpoints: [first.url, 'http://127.0.0.1:1'] });
  assert.deepEqual(errorsOf(wrong), ['endpoints.0 wrong_chain', 'endpoints.1 unreachable']);
  const checks = await ok<Json[]>(api.post('/operator/endpoint-check', { network: 'bsc', endpoints: [first.url] }));
  assert.deepEqual([checks[0].usable, checks[0].findings[0].code], [false, 'wrong_chain']);
  const [entry] = await ok<Json[]>(api.get('/audit-log', { query: { action: 'operator_network.created' } }));
  assert.equal(entry.after.symbol, 'oyster-bay');
  assert.doesNotMatch(JSON.stringify(entry), new RegExp(secret));
  const mails = join(stage.service.dataDir, 'unsent-mails.txt');
  await until(
    async () => (await readFile(mails, 'utf8').catch(() => '')).includes('The endpoints of a network have changed'),
    'a mail to the operator',
  );
  const [row] = await stage.database.db.query<Json>('select endpoints_sealed from operator_networks');
  assert.ok(!row.endpoints_sealed.includes(secret), 'the database has no key in plain text');
});

test('a shop is paid on a network that was connected in the console', async () => {
  await availabilityIn(true);
  const { api: merchant } = stage.merchant;
  const shop = { name: 'Pearls', url: 'https://shop.example', environment: 'development' };
  const app = await ok<Json>(merchant.post('/app', shop));
  const place = { app_id: app.id, network: 'oyster-bay' };
  await ok(merchant.post('/app-cryptocurrency', { ...place, cryptocurrency: 'PEARL' }));
  await ok(merchant.post('/app-address', { ...place, kind: 'address', value: newAddress() }));
  const invoice = await ok<Json>(merchant.as(app.token).post('/invoice', { total: '25', currency: 'USD' }));
  const from = foreign.accounts[0]?.address;
  const wish = { invoice_id: invoice.id, from, cryptocurrency: 'PEARL', network: 'oyster-bay' };
  const attempt = await ok<Json>(stage.anyone.post('/transaction', wish));
  await foreign.call(pearl, 'Token.transfer', [attempt.to, unitsOf(attempt.amount, 8)]);
  await foreign.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('a masked address keeps the saved one, and a network that is switched off keeps its endpoints', async () => {
  const { api } = await operatorsBrowser();
  const listed = async () => {
    const networks = await ok<Json[]>(api.get('/operator/networks'));
    return networks.find(({ symbol }) => symbol === 'oyster-bay');
  };
  const { addresses, enabled, own, source } = await listed();
  assert.deepEqual([enabled, own, source], [true, true, 'database']);
  const kept = await ok<Json>(api.put('/operator/network/oyster-bay', { endpoints: [addresses[0]] }));
  assert.deepEqual(kept.addresses, [`${first.url}/?key=…cdef`]);
  const unknown = await api.put('/operator/network/oyster-bay', { endpoints: ['http://127.0.0.1/?key=…zzzz'] });
  assert.deepEqual(errorsOf(unknown), ['endpoints.0 masked']);
  await ok(api.put('/operator/network/oyster-bay', { enabled: false }));
  await availabilityIn(false);
  assert.deepEqual([(await listed()).enabled, (await listed()).addresses.length], [false, 1]);
  await ok(api.put('/operator/network/oyster-bay', { enabled: true }));
});

test('a row of the console’s networks that was changed in the database is not used', async () => {
  await stage.database.db.query('update operator_networks set definition = replace(definition, $1, $2)', [
    '"confirmations":2',
    '"confirmations":1',
  ]);
  const { api } = await operatorsBrowser();
  const networks = await ok<Json[]>(api.get('/operator/networks'));
  const found = networks.find(({ symbol }) => symbol === 'oyster-bay');
  assert.deepEqual([found?.own ?? false, found?.addresses ?? []], [false, []]);
  const refused = await api.put('/operator/network/oyster-bay', { enabled: true });
  assert.deepEqual([refused.status, refused.body.code], [503, 'row_tampered']);
});
