// A merchant sets up a shop in the console: its look and terms, coins and addresses, members and notifications. A real
// service, chain and browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../web/console/build.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { seeHeading } from '../rig/browser/checkout/checkout-visit.ts';
import { makeAndRevoke, renewKnownToken } from '../rig/browser/console/app-token-steps.ts';
import { lookWhole } from '../rig/browser/console/check-page.ts';
import { connectShop } from '../rig/browser/console/integrations/integration-steps.ts';
import { merchantPage } from '../rig/browser/console/merchant-page.ts';
import { trySandbox } from '../rig/browser/console/sandbox/sandbox-steps.ts';
import { addKeyPairWebhook } from '../rig/browser/console/webhooks/key-pair-steps.ts';
import { pageNetwork } from '../rig/browser/page-network.ts';
import { client, type Json, ok, until } from '../rig/client.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { newAddress, newExtendedKey, type Stage, startStage, units } from '../rig/stage.ts';

let stage: Stage;
let browser: Browser;
let receiver: Receiver;
let page: Page;
let app: Json;
const complaints: string[] = [];

before(async () => {
  [stage, browser, receiver] = await Promise.all([
    // A main network, so that an app in production uses it and its addresses wait.
    startStage({ network: async () => ({ ...pageNetwork, test: false }), env: { PAYOUT_DELAY: '2h' } }),
    launchBrowser(),
    startReceiver(),
    buildConsole({ if: 'missing or stale' }),
  ]);
  const { api } = stage.merchant;
  const shop = { name: 'Ada’s Bakery', url: 'https://bakery.example', environment: 'production' };
  app = await ok<Json>(api.post('/app', shop));
  page = await merchantPage(browser, { stage, path: `/settings/addresses?app=${app.id}`, complaints });
});

after(async () => {
  await browser?.close();
  await receiver?.close();
  await stage?.close();
});

const go = (path: string) => page.goto(`${stage.service.url}/console/${path}?app=${app.id}`);
const addresses = () => ok<Json[]>(stage.merchant.api.get('/app-addresses', { query: { app_id: app.id } }));
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** One dialog may fade out while another one closes. */
const untilNoDialog = () => until(async () => (await page.getByRole('dialog').count()) === 0, 'no dialog to be left');

test('an address is added only after its person proved anew to be there, and is compared with the wallet', async () => {
  await seeHeading(page, 'Addresses');
  await page.getByRole('heading', { name: 'No receiving address yet' }).waitFor();
  await look('addresses-none');
  // The sign-in is too old by then.
  await stage.clock.pass(16 * 60);
  await page.keyboard.press('n');
  const form = dialog('Add an address');
  const value = form.getByLabel('Address or extended public key');
  await form.getByLabel('Network').selectOption('local');
  await value.fill('legal winner thank year wave sausage worth useful legal winner thank yellow');
  await form.getByText('private key or seed phrase').waitFor();
  assert.ok(await form.getByRole('button', { name: 'Add address' }).isDisabled());
  await look('address-private');
  await value.fill('0x1234');
  await form.getByRole('button', { name: 'Add address' }).click();
  const question = dialog('Confirm it’s you');
  await question.waitFor();
  await look('step-up');
  await question.getByRole('button', { name: 'Close' }).click();
  assert.deepEqual(await addresses(), []);

  const key = newExtendedKey();
  await value.fill(key);
  await form.getByRole('button', { name: 'Add key' }).click();
  await question.getByLabel('Your password').fill(stage.merchant.password);
  await question.getByRole('button', { name: 'Continue' }).click();
  const compared = dialog('Compare with your wallet');
  await compared.waitFor();
  const [added] = await addresses();
  const shown = (await compared.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s/g, ''));
  assert.deepEqual(shown, added.derived_addresses);
  await look('address-compare');
  await compared.getByRole('button', { name: 'They match' }).click();
  await page.getByText('Active').waitFor();
  await look('addresses');

  await button('Add an address').click();
  await form.getByLabel('Network').selectOption('local');
  await value.fill('0x1234');
  await form.getByRole('button', { name: 'Add address' }).click();
  await form.locator('.mantine-InputWrapper-error').waitFor();
  await look('address-refused');
  await form.getByRole('button', { name: 'Close' }).click();
});

test('a coin is switched on and off, has limits, and its network’s health beside it', async () => {
  await ok(stage.merchant.api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: 'ETH', network: 'base' }));
  await go('settings/coins');
  await seeHeading(page, 'Coins');
  const network = (name: string) => page.locator('section.sheet', { has: page.getByRole('heading', { name }) });
  const local = network('Local chain');
  await network('Base').getByText('Unavailable').waitFor();
  await network('Base').getByText('Customers cannot pay on Base yet').waitFor();
  await local.getByText('Available', { exact: true }).waitFor();
  await local.getByRole('switch', { name: 'USDT Tether USD' }).click();
  await button('Limits of USDT on Local chain').waitFor();
  await local.getByRole('switch', { name: 'ETH Ether' }).click();
  await button('Limits of ETH on Local chain').click();
  const terms = dialog('Limits of ETH on Local chain');
  await terms.getByLabel('Minimum order').fill('50');
  await terms.getByLabel('Maximum order').fill('10');
  await terms.getByLabel('Confirmations').fill('1');
  await terms.getByRole('button', { name: 'Save' }).click();
  await terms.locator('.mantine-InputWrapper-error').first().waitFor();
  await look('coin-limits-refused');
  await terms.getByLabel('Confirmations').fill('6');
  await terms.getByLabel('Maximum order').fill('500');
  await terms.getByRole('button', { name: 'Save' }).click();
  await local.getByText('orders from 50 · orders up to 500 · 6 confirmations').waitFor();
  await look('coins');
  await local.getByRole('switch', { name: 'ETH Ether' }).click();
  await dialog(/Stop accepting ETH on Local chain/).waitFor();
  await look('coin-off');
  await button('Keep as is').click();
  await local.getByRole('switch', { name: 'USDT Tether USD' }).click();
  await button('Limits of USDT on Local chain').waitFor({ state: 'detached' });
});

test('a setting says what it costs, is refused at its field, and shows as customers see it', async () => {
  await go('settings/shop');
  await seeHeading(page, 'Shop');
  await page.getByRole('heading', { name: 'A $40.00 order is released' }).waitFor();
  await page.getByText('after 6 confirmations').first().waitFor();
  await page.getByText('≈ 30 sec (15 confirmations)').first().waitFor();
  await look('shop');
  const name = page.getByLabel('Shop name', { exact: true });
  await name.fill('Ada’s Bread');
  await page.locator('.phone-glass').first().getByText('Ada’s Bread').waitFor();
  await page.getByLabel('Underpayment tolerance (%)').fill('1');
  await page.getByText('An order of $40.00 counts as paid from $39.60').waitFor();
  await page.getByLabel('Brand color', { exact: true }).fill('#b00');
  await page.getByLabel('Support contact').fill('help@bakery.example');
  await button('Add rule for large orders').click();
  await page.getByText('in a finalized block').first().waitFor();
  await button('Save').click();
  await page.getByText('1 field was rejected').waitFor();
  await look('shop-refused');

  await page.getByLabel('Brand color', { exact: true }).fill('#bb0066');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved. Open payments keep').waitFor();
  const kept = await ok<Json>(stage.merchant.api.get(`/app/${app.id}/settings`));
  assert.deepEqual(
    [kept.underpayment_tolerance.percent, kept.branding.color, kept.confirmations_by_value],
    [1, '#bb0066', [{ currency: 'USD', from: '1000', confirmations: 'finalized' }]],
  );
  assert.equal((await ok<Json>(stage.merchant.api.get(`/app/${app.id}`))).name, 'Ada’s Bread');
  await page.getByText('Unsaved changes:').waitFor({ state: 'detached' });

  await name.fill('Somebody else');
  await page.getByText('Unsaved changes: Shop name').waitFor();
  await look('shop-unsaved');
  await page.getByRole('link', { name: 'Coins' }).first().click();
  await dialog('Leave without saving?').waitFor();
  await look('shop-leaving');
  await button('Discard changes').click();
  await seeHeading(page, 'Coins');
  assert.equal((await ok<Json>(stage.merchant.api.get(`/app/${app.id}`))).name, 'Ada’s Bread');
});

test('pages that may show the checkout, what new webhooks are told, and the name of an address', async () => {
  await go('settings/shop');
  await page.getByRole('radio', { name: 'Listed sites' }).check();
  await page.getByText('Anyone who controls a listed site can cover').waitFor();
  const origins = page.getByLabel('Origins');
  await origins.fill('https://bakery.example\njavascript:alert(1)');
  await page.getByRole('radio', { name: 'Selected events' }).check();
  await page.getByText('A stolen token costs you no money').waitFor();
  await page.getByRole('checkbox', { name: 'Mark invoices as paid' }).check();
  await page.getByText('With a stolen token').waitFor();
  await page
    .getByText(/^Unsaved changes: Sites that embed the checkout, Events of new webhooks, Permissions of the app token/)
    .waitFor();
  await button('Save').click();
  await page.getByText(/^javascript:alert\(1\): /).waitFor();
  await look('shop-frames-refused');
  await origins.fill('https://bakery.example\nhttps://market.example');
  await page.keyboard.press('Control+s');
  await page.getByText('Unsaved changes:').waitFor({ state: 'detached' });
  const kept = await ok<Json>(stage.merchant.api.get(`/app/${app.id}/settings`));
  assert.deepEqual(kept.embed_origins, ['https://bakery.example', 'https://market.example']);
  assert.deepEqual(kept.webhook_defaults, { events: ['invoice.paid'] });
  assert.deepEqual(kept.app_token_may, ['settle']);

  await go('settings/addresses');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^Rename|^Add a name/ }).click();
  await dialog('Address name').getByLabel('Internal name').fill('The wallet in the safe');
  await look('address-name');
  await dialog('Address name').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: /^The wallet in the safe/ }).waitFor();
});

test('a webhook with a key pair shows what checks its messages, and no secret', async () => {
  await go('settings/webhooks');
  await addKeyPairWebhook(page, { api: stage.merchant.api, app, look });
});

test('once a shop was paid, a new address waits, and its owner stops it', async () => {
  const anyone = client(stage.service.apiUrl, app.token);
  const invoice = await ok<Json>(anyone.post('/invoice', { total: '60', currency: 'USD' }));
  const customer = await stage.customer();
  const quote = await stage.attempt(invoice, customer.address);
  await customer.pay(quote.to, units(quote.amount, 18));
  await stage.mine(7);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  for (let count = 0; count < 22; count++) {
    const other = await ok<Json>(anyone.post('/invoice', { total: '60', currency: 'USD' }));
    await stage.attempt(other, newAddress());
  }

  await go('settings/addresses');
  await seeHeading(page, 'Addresses');
  await page.getByText('Your wallet may not show new payments.').waitFor();
  await look('addresses-gap');
  await page.keyboard.press('n');
  const form = dialog('Add an address');
  await form.getByLabel('Network').selectOption('local');
  await form.getByLabel('Address or extended public key').fill(newAddress());
  await form.getByLabel('Internal name').fill('New safe');
  await look('address-add');
  await form.getByRole('button', { name: 'Add address' }).click();
  await page.getByText('A new address is pending').waitFor();
  await page.getByText('Pending', { exact: true }).waitFor();
  await look('address-waiting');
  await button('Stop').click();
  await page.getByText('Address stopped. Nothing else changed.').waitFor();
  await page.getByText('A new address is pending').waitFor({ state: 'detached' });
  assert.equal((await addresses()).length, 1);
});

test('a token is made, shown once, named by what it may do, and revoked', async () => {
  await go('settings/tokens');
  await seeHeading(page, 'Tokens');
  const section = page.locator('section.sheet').first();
  await button('Show token').click();
  await section.getByText(app.token).waitFor();
  await page.keyboard.press('n');
  const form = dialog('Create token');
  await form.getByLabel('Name').fill('Accounting');
  await form.getByRole('button', { name: 'Read everything' }).click();
  await form.getByLabel('Shops').selectOption(app.id);
  await form.getByLabel('Allowed IPs').fill('127.0.0.0/8\nnowhere');
  await form.getByRole('button', { name: 'Create token' }).click();
  await form.locator('.mantine-InputWrapper-error').waitFor();
  await look('token-refused');
  await form.getByLabel('Allowed IPs').fill('127.0.0.0/8, ::1');
  await form.getByRole('button', { name: 'Create token' }).click();
  const once = dialog('Your new token');
  await once.waitFor();
  const token = (await once.locator('output').innerText()).trim();
  assert.match(token, /^qpat_/);
  await look('token-once');
  const bearer = client(stage.service.apiUrl, token);
  assert.deepEqual(
    (await ok<Json[]>(bearer.get('/app'))).map(({ id }) => id),
    [app.id],
  );
  await once.getByRole('button', { name: 'I saved it' }).click();
  await page.getByRole('heading', { name: 'Accounting', exact: true }).waitFor();
  assert.equal(await page.getByText(token).count(), 0);
  const mine = page.locator('section.sheet', { has: page.getByRole('heading', { name: 'Accounting', exact: true }) });
  await mine.getByText('See your invoices').waitFor();
  await mine.getByText('127.0.0.0/8').waitFor();
  await look('tokens');
  await button('Revoke Accounting').click();
  await dialog('Revoke Accounting?').waitFor();
  await look('token-revoke');
  await button('Revoke token').click();
  await page.getByRole('heading', { name: 'Accounting', exact: true }).waitFor({ state: 'detached' });
  assert.equal((await bearer.get('/app')).status, 401);
});

test('an app token is made, shown once and revoked, and a main token that is known is made anew', async () => {
  await go('settings/tokens');
  await makeAndRevoke(page, { look, apiUrl: stage.service.apiUrl });
  await stage.database.db.query('update apps set token_known_at = now() where id = $1', [app.id]);
  await go('');
  await renewKnownToken(page, look);
});

test('a webhook is added, tested, fails, is delivered again, rotated, replayed and switched off', async () => {
  await go('settings/webhooks');
  await seeHeading(page, 'Webhooks');
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  await look('webhooks-none');
  await button('Add webhook').click();
  const form = dialog('Add webhook');
  await form.getByLabel('URL').fill('http://10.0.0.1/hook');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await form.locator('.mantine-InputWrapper-error').waitFor();
  await form.getByRole('radio', { name: 'Selected events' }).click();
  await look('webhook-refused');
  await form.getByRole('radio', { name: 'All events' }).click();
  await form.getByLabel('URL').fill(receiver.url);
  await form.getByLabel('Name (only you see it)').fill('Bakery orders');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await dialog('Webhook secret')
    .getByText(/^whsec_/)
    .waitFor();
  await look('webhook-secret');
  await button('I saved it').click();

  await page.getByRole('link', { name: 'Bakery orders' }).click();
  await seeHeading(page, 'Bakery orders');
  await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
  await look('webhook-nothing');
  receiver.answer({ status: 500, body: 'the till is closed' });
  await page.keyboard.press('t');
  await page.getByText('Retrying', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('Every delivery fails').waitFor();
  await look('webhook-failing');
  await page.getByRole('row', { name: /Test event/ }).click();
  const detail = dialog('Test event');
  await detail.getByText('the till is closed').waitFor();
  await look('delivery-failed');
  await detail.getByText('"type": "webhook.test"').waitFor();
  receiver.answer({ status: 200, body: 'thank you' });
  await detail.getByRole('button', { name: 'Deliver again' }).click();
  await detail.getByText('thank you').waitFor();
  await detail.getByText('Delivered', { exact: true }).waitFor();
  const sent = await receiver.until(2);
  assert.equal(sent[0]?.headers['webhook-id'], sent[1]?.headers['webhook-id']);
  await look('delivery-delivered');
  await detail.getByRole('button', { name: 'Close' }).click();
  await untilNoDialog();

  await page.keyboard.press('r');
  await button('Rotate secret').click();
  await dialog('New secret')
    .getByText(/^whsec_/)
    .waitFor();
  await button('I saved it').click();
  await page.getByText('Two secrets in use').waitFor();
  await untilNoDialog();
  await look('webhook-rotating');
  await page.keyboard.press('p');
  await dialog('Replay missed events').waitFor();
  await look('webhook-replay');
  await button('Send again').click();
  await page.getByText(/^Sending \d+ events again/).waitFor();
  const count = await until(async () => (receiver.received.length > 3 ? receiver.received.length : null), 'a replay');
  assert.ok(count > 3);
  await page.getByText(/\d+ of the last \d+ deliver(?:y|ies) succeeded/).waitFor();
  await look('webhook');

  await button('More').click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await button('Disable').click();
  await page.getByText('A member of your team disabled it').waitFor();
  await look('webhook-disabled');
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await seeHeading(page, 'Webhooks');
  await page.getByText('Disabled', { exact: true }).waitFor();
  await look('webhooks');
});

test('a shop is connected by EPay, its credentials are shown once, and it is turned off', async () => {
  await go('settings/shop');
  await seeHeading(page, 'Shop');
  await connectShop(page, { stage, receiver, look });
});

test('a development app has a test clock and made-up events below its webhooks', () =>
  trySandbox(page, { stage, receiver, look }));

test('no policy was broken, and nothing but refusals was complained of', () => {
  assert.deepEqual(
    complaints.filter((one) => !/status of (?:403|422)/.test(one)),
    [],
  );
});

function look(name: string): Promise<void> {
  return lookWhole(page, name);
}
