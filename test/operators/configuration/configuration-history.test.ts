// Entries of quittance.json are removed, renamed and restored: all pages and lists of an old shop stay readable and
// correct.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { type Client, type Json, ok, until } from '../../rig/client.ts';
import { type ApiDocument, readDocument } from '../../rig/interface/document.ts';
import { walkApi } from '../../rig/interface/walk-api.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { type People, password, startPeople } from '../../rig/people.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { newAddress, newExtendedKey } from '../../rig/stage.ts';
import { newDescriptor } from '../../rig/utxo/utxo-stage.ts';

const usdx = { symbol: 'USDX', contract: newAddress(), decimals: 6, stable: true };
const usdy = { symbol: 'USDY', contract: newAddress(), decimals: 6, stable: true };
const common = { rpc: ['http://127.0.0.1:9'], confirmations: 3, test: true };
const networks = {
  left: { ...common, type: 'EVM', name: 'Left', chain_id: 4711, native: { symbol: 'LEF' }, tokens: [usdx, usdy] },
  coins: { ...common, type: 'UTXO', name: 'Coins', params: 'litecoin-regtest', native: { symbol: 'COI' } },
  trees: { ...common, type: 'TRON', name: 'Trees', chain_id: 4712, native: { symbol: 'TRE' } },
} as const;
const fixed = { LEF: { USD: '2000' }, COI: { USD: '100' }, TRE: { USD: '2' } };
const configured = { networks, rates: { sources: [], fixed } };
const litecoinAddress = 'rltc1q6rz28mcfaxtmd6v789l9rrlrusdprr9puuzgkg';

const accepted = [
  ['LEF', 'left'],
  ['USDX', 'left'],
  ['COI', 'coins'],
  ['TRE', 'trees'],
] as const;

const fates = ['open', 'untouched', 'paid', 'underpaid', 'wrong_asset', 'overpaid', 'late', 'reorged', 'canceled'];

let people: People;
let document: ApiDocument;
let operator: Client;
let merchant: Merchant;
let browser: Client;
/** One shop with a key on each network, and one with fixed addresses. */
let shops: Shop[];

interface Shop {
  readonly app: Json;
  readonly api: Client;
  /** By state, coin and network, such as `open LEF left`. */
  readonly invoices: ReadonlyMap<string, string>;
}

before(async () => {
  people = await startPeople({ config: configured, roles: 'api,watcher,worker' });
  document = await readDocument(people.service.apiUrl);
  operator = (await people.signedUp()).person.api;
  merchant = await createMerchant(people.service, { password });
  const person = people.browser();
  await ok(person.auth('/sign-in/email', { email: merchant.email, password }));
  browser = person.api;
  shops = [
    await openShop([newExtendedKey(), newDescriptor(), newExtendedKey()], 'xpub'),
    await openShop([newAddress(), litecoinAddress, newAddress()], 'address'),
  ];
});
after(() => people?.close());

test('the shop as it was sold to is read without a fault', async () => {
  await everythingAnswers();
  for (const shop of shops)
    for (const name of shop.invoices.keys())
      if (name.startsWith('open')) assert.equal((await invoiceOf(shop, name)).payable_reason, 'network_away', name);
});

test('M6-removed: removed networks and coins are shown as they were, and nothing is quoted there', async () => {
  const before = await shownOf(shops);
  await restartWith({ networks: {}, rates: { sources: [], fixed } });
  assert.deepEqual(before, await shownOf(shops), 'what was sold is shown as before');
  await everythingAnswers(true);
  await nothingIsOffered();
  await theLogNames(['network left: no longer in the configuration', 'rates.fixed.COI: no network has a coin']);
  await doctorNames(
    /network left: no longer in .* \d+ open attempts of \d+ invoices, .*\d+ unmatched payments.*put the network back/,
  );
  await oldShopIsManaged();
  await everythingAnswers();
});

test('a database of the version before, with networks already gone, is read as well', async () => {
  const { db } = people;
  await db.query('update networks set params = null, name = null, test = null, confirmations = null, explorer = null');
  await db.query('update cryptocurrencies set name = null, decimals = null, stable = null, peg = null');
  await people.service.restart();
  await everythingAnswers();
  await nothingIsOffered();
});

test('M6-returned: a restored entry is the same network again, and can be used to pay', async () => {
  await restartWith(configured);
  await everythingAnswers();
  for (const shop of shops) {
    for (const [cryptocurrency, network] of accepted) {
      const attempt = await quote(shop, { cryptocurrency, network });
      assert.equal(attempt.status, 201, `${cryptocurrency} ${network}: ${JSON.stringify(attempt.body)}`);
      assert.notEqual(attempt.body.payment_uri, null);
    }
  }
});

test('a token that is gone from a network that is not is no coin of the shop any more', async () => {
  const left = { ...networks.left, tokens: [usdy] };
  await restartWith({ networks: { ...networks, left }, rates: configured.rates });
  await everythingAnswers();
  const [shop] = shops as [Shop];
  const offers = await ok<Json[]>(shop.api.get('/app-cryptocurrencies', { query: { app_id: shop.app.id } }));
  assert.equal(offers.find((one) => one.cryptocurrency.symbol === 'USDX')?.available, false);
  assert.equal((await quote(shop, { cryptocurrency: 'USDX', network: 'left' })).status, 422);
  const id = shop.invoices.get('open USDX left') as string;
  const seed = await checkoutOf(id);
  assert.doesNotMatch(offersIn(seed), /USDX/);
  const [attempt] = await ok<Json[]>(shop.api.get('/transactions', { query: { invoice_id: id } }));
  assert.deepEqual([attempt.payment_uri, attempt.cryptocurrency.symbol], [null, 'USDX']);
  const claim = await shop.api.as(null).post(`/transaction/${attempt.id}/claim`, { hash: `0x${'1'.repeat(64)}` });
  assert.deepEqual([claim.status, claim.body.errors?.[0]?.code], [422, 'not_available']);
  await theLogNames(['USDX on left: no longer in the configuration']);
});

test('M6-renamed: new keys and symbols are shown, and requests accept the old ones', async () => {
  const { left, coins, trees } = networks;
  await restartWith({
    networks: {
      right: {
        ...left,
        native: { symbol: 'RIG' },
        tokens: [
          { ...usdx, symbol: 'USDY' },
          { ...usdy, symbol: 'USDX' },
        ],
      },
      money: { ...coins, native: { symbol: 'MON' } },
      trees: { ...trees, native: { symbol: 'TRX0' } },
    },
    rates: { sources: [], fixed: { RIG: { USD: '2000' }, MON: { USD: '100' }, TRX0: { USD: '2' } } },
  });
  await everythingAnswers();
  const now = { LEF: 'RIG', USDX: 'USDY', COI: 'MON', TRE: 'TRX0' };
  const keys = { left: 'right', coins: 'money', trees: 'trees' };
  for (const shop of shops) {
    for (const [coin, network] of accepted) {
      const named = { cryptocurrency: coin === 'USDX' ? 'USDY' : coin.toLowerCase(), network: network.toUpperCase() };
      const { status, body } = await quote(shop, named);
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual([body.cryptocurrency.symbol, body.network.symbol], [now[coin], keys[network]]);
      assert.equal((await quote(shop, { cryptocurrency: now[coin], network: keys[network] })).status, 201);
      const id = shop.invoices.get(`paid ${coin} ${network}`) as string;
      const [paid] = await ok<Json[]>(shop.api.get('/transactions', { query: { invoice_id: id } }));
      assert.equal(paid.cryptocurrency.symbol, now[coin], 'an old payment has the name of today');
    }
    const listed = async (query: Record<string, string>) =>
      (await ok<Json[]>(shop.api.get('/invoices', { query: { app_id: shop.app.id, limit: '100', ...query } }))).map(
        ({ id }) => id,
      );
    for (const [old, name] of [
      [{ cryptocurrency: 'LEF' }, { cryptocurrency: 'RIG' }],
      [{ network: 'coins' }, { network: 'money' }],
    ]) {
      const found = await listed(name as Record<string, string>);
      assert.notEqual(found.length, 0);
      assert.deepEqual(await listed(old as Record<string, string>), found);
    }
  }
  assert.equal((await shops[0]?.api.get('/network/left'))?.body.symbol, 'right');
  assert.equal((await shops[0]?.api.get('/cryptocurrency/coi'))?.body.symbol, 'MON');
});

test('a key keeps its chain, and a type that cannot be read is refused at the start', async () => {
  const { trees } = networks;
  const { chain_id: _, ...unnumbered } = trees;
  for (const [wrong, says] of [
    [{ trees: { ...trees, chain_id: 4713 } }, /trees is TRON chain 4712 in the database, but TRON chain 4713/],
    [{ trees: { ...trees, type: 'EVM' } }, /trees is TRON chain 4712 in the database, but EVM chain 4712/],
    [{ money: { ...networks.coins, params: 'bitcoin-regtest' } }, /UTXO chain litecoin-regtest .* bitcoin-regtest/],
    [{ trees: { ...unnumbered, type: 'SVM' } }, /line \d+, networks\.trees\.type: this version cannot read networks/],
    [{ trees: { ...trees, rpc: ['http://user:p#ss@127.0.0.1:9'] } }, /trees\.rpc\.0: .* must be percent-encoded/],
  ] as const)
    await assert.rejects(restartWith({ networks: wrong, rates: { sources: [] } }), says);
  await restartWith(configured);
  await everythingAnswers();
});

/** Creates invoices in every state for each coin. */
async function openShop(
  [left = '', coins = '', trees = '']: readonly string[],
  kind: 'xpub' | 'address',
): Promise<Shop> {
  const made = { name: `Old shop ${kind}`, url: 'https://shop.example', environment: 'development' };
  const app = await ok<Json>(merchant.api.post('/app', made));
  for (const [cryptocurrency, network] of accepted)
    await ok(merchant.api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency, network }));
  for (const [network, value] of Object.entries({ left, coins, trees }))
    await ok(merchant.api.post('/app-address', { app_id: app.id, network, kind, value }));
  const api = merchant.api.as(app.token);
  const invoices = new Map<string, string>();
  for (const [cryptocurrency, network] of accepted) {
    for (const fate of kind === 'xpub' ? fates : fates.slice(0, 5)) {
      if (fate === 'wrong_asset' && network !== 'left') continue;
      const invoice = await ok<Json>(api.post('/invoice', { total: '10.00', currency: 'USD' }));
      invoices.set(`${fate} ${cryptocurrency} ${network}`, invoice.id);
      if (fate === 'untouched') continue;
      const attempt = await ok<Json>(api.post(`/invoice/${invoice.id}/payment-request`, { cryptocurrency, network }));
      if (fate === 'canceled') await ok(api.delete(`/invoice/${invoice.id}`));
      else if (fate !== 'open') await ok(api.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: fate }));
    }
  }
  return { app, api, invoices };
}

async function restartWith(config: object): Promise<void> {
  writeFileSync(people.service.env.CONFIG as string, JSON.stringify(config, null, 2));
  await people.service.restart();
}

/** Checks every read of the API and every checkout page; with `asEverybody`, for each kind of caller. */
async function everythingAnswers(asEverybody = false): Promise<void> {
  const faults: string[] = [];
  for (const { app, api, invoices } of shops) {
    const query = { app_id: app.id, invoice_id: invoices.get('open COI coins') as string, limit: '100' };
    faults.push(...(await walkApi(merchant.api, document, { query, most: asEverybody ? 12 : 4 })).faults);
    for (const caller of asEverybody ? [browser, api, api.as(null), operator] : [])
      faults.push(...(await walkApi(caller, document, { query, most: 2 })).faults);
    const opened = [...invoices].filter(([name]) => asEverybody || /^(open|paid|underpaid|late|wrong)/.test(name));
    for (const [, id] of opened)
      for (const path of [`/transactions?invoice_id=${id}`, `/invoice/${id}/timeline`]) {
        const { status } = await api.get(path);
        if (status >= 500) faults.push(`${status} ${path}`);
      }
    for (const [, id] of opened)
      for (const page of ['', '/receipt']) {
        const { status } = await fetch(`${people.service.url}/pay/${id}${page}`, { redirect: 'manual' });
        if (status >= 400) faults.push(`${status} /pay/${id}${page}`);
      }
    for (const q of [litecoinAddress, newAddress(), 'f'.repeat(64)]) {
      const { status } = await api.get('/invoices', { query: { app_id: app.id, q } });
      if (status >= 400) faults.push(`${status} /invoices?q=${q}`);
    }
  }
  assert.deepEqual(faults, []);
}

/** Old sales as merchant and customer see them, without the fields that a removal may change. */
async function shownOf(all: readonly Shop[]): Promise<unknown> {
  const shown: unknown[] = [];
  for (const { api, invoices } of all) {
    for (const [name, id] of invoices) {
      const { status, paid } = await ok<Json>(api.get(`/invoice/${id}`));
      const attempts = await ok<Json[]>(api.get('/transactions', { query: { invoice_id: id } }));
      const told = attempts.map(({ to, amount, hash, status, network, cryptocurrency, explorer_url, contract }) => ({
        to,
        amount,
        hash,
        status,
        explorer_url,
        contract,
        coin: [cryptocurrency.symbol, cryptocurrency.name, cryptocurrency.decimals, cryptocurrency.stable],
        network: [network.id, network.symbol, network.name, network.type, network.test],
      }));
      shown.push([name, status, paid, told]);
    }
  }
  return shown;
}

async function nothingIsOffered(): Promise<void> {
  for (const shop of shops) {
    const listed = await ok<Json[]>(shop.api.get('/networks'));
    assert.ok(!listed.some(({ symbol }) => symbol in networks));
    const offers = await ok<Json[]>(shop.api.get('/app-cryptocurrencies', { query: { app_id: shop.app.id } }));
    assert.ok(offers.every(({ available }) => available === false));
    for (const [cryptocurrency, network] of accepted)
      assert.equal((await quote(shop, { cryptocurrency, network })).status, 422);
    for (const [name, id] of shop.invoices) {
      if (!/^(open|untouched|underpaid) /.test(name)) continue;
      const { payable, payable_reason, status } = await invoiceOf(shop, name);
      if (status !== 'open' && status !== 'partially_paid') continue;
      assert.deepEqual([payable, payable_reason], [false, 'network_away'], name);
      assert.equal(offersIn(await checkoutOf(id)), '[]', name);
      const attempts = await ok<Json[]>(shop.api.get('/transactions', { query: { invoice_id: id } }));
      assert.ok(attempts.every(({ payment_uri, network }) => payment_uri === null && network.available === false));
    }
  }
}

/** The merchant goes on with the remaining data: settles, cancels, assigns and deletes. */
async function oldShopIsManaged(): Promise<void> {
  for (const shop of shops) {
    for (const [coin, network] of accepted) {
      const [open, underpaid] = [`open ${coin} ${network}`, `underpaid ${coin} ${network}`].map((name) =>
        shop.invoices.get(name),
      );
      const attempts = await ok<Json[]>(shop.api.get('/transactions', { query: { invoice_id: open as string } }));
      if (network !== 'left') await ok(shop.api.delete(`/transaction/${attempts[0].id}`));
      await ok(merchant.api.post(`/invoice/${underpaid}/settle`, { reason: 'paid at the counter' }));
      await ok(shop.api.delete(`/invoice/${shop.invoices.get(`untouched ${coin} ${network}`)}`));
    }
    const waiting = await ok<Json[]>(merchant.api.get('/unmatched-payments', { query: { app_id: shop.app.id } }));
    assert.notEqual(waiting.length, 0);
    const total = { total: '10.00', currency: 'USD' };
    const bill = await ok<Json>(shop.api.post('/invoice', total));
    assert.equal(bill.payable, false);
    await ok(merchant.api.post(`/unmatched-payment/${waiting[0].id}/assign`, { invoice_id: bill.id }));
    const [address] = await ok<Json[]>(merchant.api.get('/app-addresses', { query: { app_id: shop.app.id } }));
    await ok(merchant.api.put(`/app-address/${address.id}`, { label: 'the old one' }));
  }
}

function invoiceOf({ api, invoices }: Shop, name: string): Promise<Json> {
  return ok<Json>(api.get(`/invoice/${invoices.get(name)}`));
}

async function quote({ api }: Shop, coin: { cryptocurrency: string; network: string }) {
  const { id } = await ok<Json>(api.post('/invoice', { total: '10.00', currency: 'USD' }));
  return api.post<Json>(`/invoice/${id}/payment-request`, coin);
}

async function checkoutOf(id: string): Promise<string> {
  return (await fetch(`${people.service.url}/pay/${id}`)).text();
}

/** The offers in the initial data of the page, as JSON. */
function offersIn(page: string): string {
  const data = /<script type="application\/json" id="seed">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}';
  return JSON.stringify(JSON.parse(data).offers);
}

async function theLogNames(lines: readonly string[]): Promise<void> {
  for (const line of lines) await people.service.says(line);
}

async function doctorNames(expected: RegExp): Promise<void> {
  const { stdout } = await until(() => quittance(people.service, ['doctor']), 'doctor');
  assert.match(stdout, expected);
}
