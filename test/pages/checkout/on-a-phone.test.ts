// The checkout on phones: the fixed line with shop and total covers nothing, the networks of a coin fit, and
// WalletConnect connects a wallet app.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { encodeFunctionData, erc20Abi, getAddress, type Hex, parseUnits } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { buildCheckout } from '../../../web/checkout/build.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import { assertAccessible, seeHeading } from '../../rig/browser/checkout/checkout-visit.ts';
import { readShownCode } from '../../rig/browser/checkout/read-code.ts';
import { lookAtState } from '../../rig/browser/checkout/state-pictures.ts';
import { pageNetwork } from '../../rig/browser/page-network.ts';
import { type RigRelay, startRelay } from '../../rig/browser/wallet-connect/relay.ts';
import { startWalletApp, type WalletApp } from '../../rig/browser/wallet-connect/wallet-app.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import { type TestDatabase, testDatabase } from '../../rig/database.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { tether } from '../../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { type ServiceProcess, startService } from '../../rig/service.ts';

let chains: readonly Anvil[];
let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
let browser: Browser;
let relay: RigRelay;
let wallet: WalletApp;
let token: Hex;
const projectId = randomBytes(16).toString('hex');
const contexts: BrowserContext[] = [];

before(async () => {
  [chains, database, browser, relay] = await Promise.all([
    Promise.all([1337, 1338].map((chainId) => startAnvil({ chainId }))),
    testDatabase(),
    launchBrowser(),
    startRelay(projectId),
    buildCheckout({ if: 'missing or stale' }),
  ]);
  const [first, second] = await Promise.all(chains.map(networkOf));
  token = first?.tokens[0]?.contract as Hex;
  const networks = {
    first: { ...first, name: 'Ether chain', native: { symbol: 'ETH' } },
    second: { ...second, name: 'Smart coin chain', native: { symbol: 'BNB' } },
  };
  const rates = { sources: [], fixed: { ETH: { USD: '2000' }, BNB: { USD: '600' }, USDT: { USD: '1' } } };
  const env = { WALLETCONNECT_PROJECT_ID: projectId, WALLETCONNECT_RELAY: relay.url };
  service = await startService({ databaseUrl: database.url, config: { networks, rates }, env });
  wallet = await newWallet(chains[0] as Anvil);
  merchant = await createMerchant(service, {
    accepts: [
      ['BNB', 'second'],
      ['ETH', 'first'],
      ['USDT', 'first'],
      ['USDT', 'second'],
    ],
    receives: ['first', 'second'].map((network) => ({
      network,
      kind: 'address' as const,
      value: receiver(),
    })),
  });
});

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

after(async () => {
  await wallet?.close();
  await browser?.close();
  await relay?.close();
  await service?.stop();
  await database?.drop();
  await Promise.all((chains ?? []).map((chain) => chain.stop()));
});

test('on a phone shop and total stay in sight, and unfold, with a script and without one', async () => {
  const { checkout_url } = await awaited();
  for (const javaScriptEnabled of [true, false])
    for (const look of looks) {
      const page = await phone({ ...look, javaScriptEnabled });
      await page.goto(`${checkout_url}?still&lang=${look.language}`);
      await page.mouse.wheel(0, 600);
      const line = page.locator('.slip > summary');
      const name = JSON.stringify({ ...look, javaScriptEnabled });
      await page.waitForFunction('scrollY > 100');
      assert.deepEqual(await placeOf(line), { top: 0, height: 56 }, name);
      assert.match(await line.innerText(), /25[.,٫]00|٢٥|۲۵/, name);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, name);
      assert.equal(await page.getByText('Linen shirt').isVisible(), false, name);
      await line.click();
      await page.getByText('Linen shirt').waitFor();
      assert.deepEqual(await placeOf(line), { top: 0, height: 56 }, name);
    }
});

test('the keyboard comes to nothing below the line or an unfolded slip, and nothing moves by itself', async () => {
  const { checkout_url } = await awaited();
  for (const look of looks)
    for (const unfolds of [false, true]) {
      const page = await phone(look);
      await page.goto(`${checkout_url}?lang=${look.language}`);
      await page.getByRole('tablist').waitFor();
      const drawn = await page.evaluate(height);
      if (unfolds) await page.locator('.slip > summary').click();
      for (const key of ['Tab', 'Shift+Tab'])
        for (let presses = 0; presses < 24; presses += 1) {
          await page.keyboard.press(key);
          assert.equal(await page.evaluate(covered), null, `${JSON.stringify(look)}, ${key} ${presses}, ${unfolds}`);
        }
      // The script is loaded by now. Elements that it adds must not have moved the text.
      if (!unfolds) assert.equal(await page.evaluate(height), drawn, JSON.stringify(look));
    }
});

test('where the page is so much enlarged that the window is low, the line scrolls away', async () => {
  const { checkout_url } = await awaited();
  const page = await phone({ width: 320, height: 256 });
  await page.goto(checkout_url);
  await page.mouse.wheel(0, 600);
  await page.waitForFunction('scrollY > 100');
  assert.ok((await placeOf(page.locator('.slip > summary'))).top < -40);
});

test('a coin on several networks says on each what sending costs there', async () => {
  await until(async () => (await feesTold()).length === 2, 'both networks to tell what sending costs');
  for (const { coin, token } of await feesTold()) {
    const [ofCoin, ofToken] = [coin, token].map((fee) => parseUnits(fee, 18)) as [bigint, bigint];
    assert.ok(ofCoin > 0n);
    assert.equal(ofToken * 21n, ofCoin * 65n, 'as much more as a token takes more gas than the coin');
  }
  const invoice = await newInvoice();
  const page = await phone({ width: 375, height: 667 });
  await page.goto(invoice.checkout_url);
  await seeHeading(page, 'Pay $25.00');
  await lookAtState(page, 'choosing');
  await page.getByText('2 networks').click();
  await page.getByRole('button', { name: /^USDT Ether chain fee ≈ \$0\.\d\d$/ }).waitFor();
  await page.getByRole('button', { name: /^USDT Smart coin chain fee ≈ \$0\.\d\d$/ }).waitFor();
  await lookAtState(page, 'choosing-network');
  await page.setViewportSize({ width: 320, height: 568 });
  await assertAccessible(page, 'choosing a network, 320 px');
  await page.getByRole('button', { name: /USDT Smart coin chain/ }).click();
  await seeHeading(page, 'Send 25 USDT on Smart coin chain');

  const other = await phone({ width: 375, height: 667, javaScriptEnabled: false });
  await other.goto(`${(await newInvoice()).checkout_url}?lang=de`);
  await other.getByText('2 Netzwerke').click();
  await other.getByRole('button', { name: /^USDT Ether chain Gebühr ≈ 0,\d\d\s\$$/ }).waitFor();
});

test('WalletConnect asks a wallet app for exactly the payment, and its relay learns nothing of it', async () => {
  const invoice = await awaited();
  const page = await phone({ width: 1280, height: 860 });
  await page.goto(invoice.checkout_url);
  const code = await askForCode(page);
  await assertAccessible(page, 'a code of WalletConnect');
  await lookAtState(page, 'wallet-connect');
  const link = await readShownCode(code);
  assert.match(link, /^wc:[0-9a-f]{64}@2\?/);
  assert.equal(await page.locator('[data-copy^="wc:"]').getAttribute('data-copy'), link);
  await paysByLink(link);
  await seeHeading(page, /^(Confirming payment|Paid)/);
  const [quoted] = await ok<Json[]>(merchant.api.get('/transactions', { query: { invoice_id: invoice.id } }));
  const args = [receiver(), parseUnits(quoted?.amount, 6)] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  assert.deepEqual(wallet.asked, [{ from: wallet.address, to: getAddress(token), value: '0x0', data }]);
  assert.deepEqual(wallet.peers, [merchant.app.name]);
  await until(
    async () => (await ok<Json>(merchant.api.get(`/invoice/${invoice.id}`))).status === 'paid',
    'the payment',
  );
  await until(() => wallet.sessions() === 0, 'the page to say goodbye');
  for (const { message } of relay.seen)
    assert.doesNotMatch(String(Buffer.from(message, 'base64')), /eth_sendTransaction|0x[0-9a-f]{40}/i);
});

test('on a phone the wallet opens by a link, and a connection that breaks meanwhile loses nothing', async () => {
  const invoice = await awaited();
  const page = await phone({ width: 375, height: 667, hasTouch: true, isMobile: true });
  await page.goto(invoice.checkout_url);
  await askForCode(page);
  const link = await page.getByRole('link', { name: 'Open in a wallet app' }).getAttribute('href');
  await lookAtState(page, 'wallet-connect-phone');
  relay.breakAll();
  await paysByLink(link as string);
  await seeHeading(page, /^(Confirming payment|Paid)/);
});

test('what a wallet declines or lacks is said, so is a relay that is away; then the code is back', async () => {
  const page = await phone({ width: 375, height: 667, hasTouch: true, isMobile: true });
  await page.goto((await awaited()).checkout_url);
  const sent = wallet.sent.length;
  const own = page.getByRole('img', { name: 'QR code with the address', includeHidden: true });
  const isBack = () => own.waitFor({ state: 'attached' });
  const tried: readonly [Partial<WalletApp['mood']>, RegExp][] = [
    [{ agrees: false }, /You declined in WalletConnect\. Nothing was sent\./],
    [{ chains: [1] }, /WalletConnect does not know this network\./],
    [{ pays: false }, /You declined in Pocket wallet\. Nothing was sent\./],
  ];
  for (const [mood, says] of tried) {
    const before = { ...wallet.mood };
    Object.assign(wallet.mood, mood);
    await wallet.scan(await readShownCode(await askForCode(page)));
    await page.getByText(says).waitFor();
    await isBack();
    Object.assign(wallet.mood, before);
  }
  await askForCode(page);
  assert.equal(await own.count(), 0, 'one code at a time');
  await page.getByRole('button', { name: 'Pay without WalletConnect' }).click();
  await isBack();
  assert.equal(await page.getByRole('alert').count(), 0, 'who stops need not be told');
  relay.refuses = true;
  await page.getByRole('button', { name: 'Pay with WalletConnect' }).click();
  await page.getByText('WalletConnect does not answer. Pay with the code or the address instead.').waitFor();
  relay.refuses = false;
  assert.equal(wallet.sent.length, sent);
});

function receiver(): Hex {
  return chains[0]?.accounts[5]?.address as Hex;
}

async function askForCode(page: Page) {
  await page.getByRole('tab', { name: 'Wallet app' }).click();
  await page.getByRole('button', { name: 'Pay with WalletConnect' }).click();
  const code = page.getByRole('img', { name: 'Code that connects a wallet with this page', includeHidden: true });
  await code.waitFor({ state: 'attached' });
  // A phone folds it.
  const fold = page.getByText('Show the QR code');
  if (await fold.isVisible()) await fold.click();
  await code.waitFor();
  return code;
}

/** With coins for fees and tokens to pay with. */
async function newWallet(chain: Anvil): Promise<WalletApp> {
  const facts = { relay: relay.url, projectId, privateKey: generatePrivateKey() };
  const made = await startWalletApp({ ...facts, chainId: chain.chainId, rpcUrl: chain.url });
  await chain.setBalance(made.address, parseUnits('10', 18));
  await chain.call(token, 'Token.transfer', [made.address, 1_000_000_000n]);
  await chain.mine();
  return made;
}

/** The wallet reads a code and pays; the payment is mined until it counts. */
async function paysByLink(link: string): Promise<void> {
  const before = wallet.sent.length;
  await wallet.scan(link);
  await until(() => wallet.sent.length > before, 'the wallet to send');
  await chains[0]?.mine(2);
}

async function feesTold(): Promise<Json[]> {
  const networks = await ok<Json[]>(merchant.api.as(null).get('/networks'));
  return networks.flatMap((one) => one.transfer_fees ?? []);
}

interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly hasTouch?: boolean;
  readonly isMobile?: boolean;
}

/** The last one is a phone of 750 px at 200 %. */
const looks = [
  { width: 375, height: 667, colorScheme: 'light', language: 'en' },
  { width: 320, height: 568, colorScheme: 'dark', language: 'ar' },
  { width: 188, height: 334, colorScheme: 'light', language: 'en' },
] as const;

const height = 'document.documentElement.scrollHeight';
/** How many pixels of the focused element's first line are covered by the fixed line, if any; runs in the page. */
const covered = `(() => {
  const at = document.activeElement;
  const slip = document.querySelector('.receipt');
  if (at === document.body || slip.contains(at)) return null;
  const box = at.getBoundingClientRect();
  const over = slip.getBoundingClientRect().bottom - box.top;
  return over > 0 && box.bottom > 0 ? at.outerHTML.slice(0, 120) + ' ' + over : null;
})()`;

async function placeOf(line: ReturnType<Page['locator']>): Promise<{ top: number; height: number }> {
  const { y = Number.NaN, height = Number.NaN } = (await line.boundingBox()) ?? {};
  return { top: Math.round(y), height: Math.round(height) };
}

async function networkOf(chain: Anvil) {
  const contract = await chain.deployToken({ symbol: 'USDT', decimals: 6 });
  return {
    type: 'EVM',
    chain_id: chain.chainId,
    rpc: [chain.url],
    confirmations: 2,
    test: true,
    ...pageNetwork,
    tokens: [tether(contract)],
  };
}

function newInvoice(): Promise<Json> {
  const order = { reference: randomUUID(), items: [{ name: 'Linen shirt', quantity: 1, price: '25.00' }] };
  return ok(merchant.appApi.post('/invoice', { total: '25.00', currency: 'USD', order }));
}

/** An invoice with a transaction in USDT. */
async function awaited(): Promise<Json> {
  const invoice = await newInvoice();
  const coin = { cryptocurrency: 'USDT', network: 'first' };
  await ok(merchant.api.as(null).post(`/invoice/${invoice.id}/payment-request`, coin));
  return invoice;
}

/** A page on a phone, closed after the test. */
async function phone({ width, height, ...look }: Look): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, ...look });
  contexts.push(context);
  return context.newPage();
}
