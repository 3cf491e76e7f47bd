// The steps of a merchant who connects shops in the console: on, a paid order by EPay, its notification, and off.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { seeHeading } from '../../../browser/checkout/checkout-visit.ts';
import type { Json } from '../../../client.ts';
import type { Receiver } from '../../../receiver.ts';
import type { Stage } from '../../../stage.ts';
import { pressInARow } from '../merchant-page.ts';

export interface IntegrationVisit {
  readonly stage: Stage;
  readonly receiver: Receiver;
  readonly look: (name: string) => Promise<void>;
}

interface Credentials {
  readonly gateway: string;
  readonly pid: string;
  readonly key: string;
}

/** The page must show the console of an app that can be paid in ETH on the local chain. */
export async function connectShop(page: Page, { stage, receiver, look }: IntegrationVisit): Promise<void> {
  await pressInARow(page, 'g', 'd');
  await seeHeading(page, 'Integrations');
  await page.getByText('Off', { exact: true }).first().waitFor();
  await look('integrations-off');
  const credentials = await turnOn(page, look);
  const name = `EPay ${credentials.pid}`;
  const door = page.getByRole('region', { name });
  await door.getByText('No notifications yet').waitFor();
  assert.equal(await page.getByText(credentials.key).count(), 0);

  const order = await place(credentials, receiver, 'B-1');
  assert.equal(order.code, 1, JSON.stringify(order));
  await payOrder(stage, { order, receiver });
  await page.reload();
  await door.getByText('Invoice paid').waitFor();
  await door.getByText('Last used').waitFor();
  await door.getByText('127.0.0.0/8').waitFor();
  assert.deepEqual(await door.locator('code').allInnerTexts(), [credentials.gateway, credentials.pid]);
  await look('integrations-on');
  await door.getByRole('button', { name: 'Open' }).click();
  const detail = page.getByRole('dialog', { name: 'Invoice paid' });
  await detail.getByText('Sent in the format of EPay').waitFor();
  await look('integration-notification');
  await detail.getByRole('button', { name: 'Close' }).click();

  await door.getByRole('link', { name: 'Calls by the shop' }).click();
  await page.getByRole('row', { name: /POST \/epay\/mapi\.php/ }).waitFor();
  await page.goBack();
  await seeElsewhere(page, { name, look });
  await turnEpusdtOn(page, look);
  await turnTokenDoorsOn(page, { stage, receiver, look });
  await press(page, `Turn off ${name}`);
  await page.getByRole('dialog', { name: `Turn off ${name}?` }).waitFor();
  await look('integration-turn-off');
  await press(page, 'Turn off');
  await page.getByText(`${name} was turned off.`).waitFor();
  await door.waitFor({ state: 'detached' });
  assert.equal((await place(credentials, receiver, 'B-2')).code, -1);
}

/** Mends a refused range, and returns the credentials that are shown once. */
async function turnOn(page: Page, look: IntegrationVisit['look']): Promise<Credentials> {
  await press(page, 'Turn on EPay');
  const form = page.getByRole('dialog', { name: 'Turn on EPay' });
  await form.getByLabel('Currency').selectOption('USD');
  await form.getByLabel('Allowed IPs').fill('nowhere');
  await form.getByRole('button', { name: 'Turn on' }).click();
  await form.locator('.mantine-InputWrapper-error').waitFor();
  await look('integration-refused');
  await form.getByLabel('Allowed IPs').fill('127.0.0.0/8');
  await form.getByRole('button', { name: 'Turn on' }).click();
  const once = page.getByRole('dialog', { name: /^Credentials for EPay/ });
  await once.waitFor();
  await look('integration-credentials');
  const [gateway = '', pid = '', key = ''] = await once.locator('code').allInnerTexts();
  assert.match(gateway, /\/epay$/);
  assert.match(pid, /^\d+$/);
  assert.match(key, /^[\w-]{32,}$/);
  await once.getByRole('button', { name: 'I saved it' }).click();
  return { gateway, pid, key };
}

/** Its address names the integration, and its plugins ask for the address with or without the path. */
async function turnEpusdtOn(page: Page, look: IntegrationVisit['look']): Promise<void> {
  await press(page, 'Turn on Epusdt');
  await page.getByRole('dialog', { name: 'Turn on Epusdt' }).getByRole('button', { name: 'Turn on' }).click();
  const once = page.getByRole('dialog', { name: /^Credentials for Epusdt/ });
  await once.waitFor();
  const [address = '', path, token = ''] = await once.locator('code').allInnerTexts();
  assert.match(address, /\/epusdt\/[0-9a-f-]{36}$/);
  assert.equal(path, `${address}/api/v1/order/create-transaction`);
  assert.match(token, /^[\w-]{32,}$/);
  await once.getByRole('button', { name: 'I saved it' }).click();
  await page.getByText('Amounts in CNY').waitFor();
  await look('integrations-both');
}

/** Shops that send a token: one adds its own endpoints, the other has one that is entered here. */
async function turnTokenDoorsOn(page: Page, { stage, receiver, look }: IntegrationVisit): Promise<void> {
  await press(page, 'Turn on BTCPay Greenfield');
  const form = page.getByRole('dialog', { name: 'Turn on BTCPay Greenfield' });
  assert.equal(await form.getByLabel('Endpoint URL').count(), 0);
  await form.getByRole('button', { name: 'Turn on' }).click();
  const [url, key = '', store = ''] = await valuesOf(page, /^Credentials for BTCPay Greenfield/);
  assert.equal(url, stage.service.url);
  assert.match(key, /^qapp_/);
  assert.match(store, /^[0-9a-f-]{36}$/);
  await look('integration-greenfield');
  await press(page, 'I saved it');
  const greenfield = page.getByRole('region', { name: /^BTCPay Greenfield/ });
  await greenfield.getByText('The plugin adds its endpoint when it connects.').waitFor();

  await press(page, 'Turn on Coinbase Commerce');
  const commerce = page.getByRole('dialog', { name: 'Turn on Coinbase Commerce' });
  await commerce.getByLabel('Endpoint URL').fill('not an address');
  await commerce.getByRole('button', { name: 'Turn on' }).click();
  await commerce.locator('.mantine-InputWrapper-error').waitFor();
  await commerce.getByLabel('Endpoint URL').fill(receiver.url);
  await look('integration-commerce-form');
  await commerce.getByRole('button', { name: 'Turn on' }).click();
  const [base = '', token = '', secret = ''] = await valuesOf(page, /^Credentials for Coinbase Commerce/);
  assert.match(base, /\/commerce$/);
  assert.match(token, /^qapp_/);
  assert.match(secret, /^[\w-]{32,}$/);
  await press(page, 'I saved it');
  const door = page.getByRole('region', { name: /^Coinbase Commerce/ });
  await door.getByText(receiver.url).waitFor();
  await door.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('The test event was sent').first().waitFor();
  await look('integrations-all');
}

/** The values of the dialog that shows them once. */
async function valuesOf(page: Page, name: RegExp): Promise<string[]> {
  const once = page.getByRole('dialog', { name });
  await once.waitFor();
  return once.locator('code').allInnerTexts();
}

/** Places an order as a plugin of EPay does. */
async function place({ gateway, pid, key }: Credentials, receiver: Receiver, no: string): Promise<Json> {
  const fields: Record<string, string> = {
    pid,
    type: 'eth.local',
    out_trade_no: no,
    notify_url: receiver.url,
    return_url: 'https://bakery.example/thanks',
    name: 'Bread',
    money: '60.00',
  };
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  const sign = createHash('md5').update(`${text}${key}`).digest('hex');
  const body = new URLSearchParams({ ...fields, sign, sign_type: 'MD5' });
  return (await (await fetch(`${gateway}/mapi.php`, { method: 'POST', body })).json()) as Json;
}

interface PlacedOrder {
  readonly order: Json;
  readonly receiver: Receiver;
}

/** Pays by the link of the answer, and waits until the shop accepted the notification. */
async function payOrder(stage: Stage, { order, receiver }: PlacedOrder): Promise<void> {
  const [, to = '', value = ''] =
    /^ethereum:(0x[0-9a-fA-F]{40})@\d+\?value=(\d+)/.exec(order.qrcode) ?? assert.fail(order.qrcode);
  const before = receiver.received.length;
  receiver.answer({ status: 200, body: 'success' });
  const customer = await stage.customer();
  await customer.pay(to as never, BigInt(value));
  await stage.mine(7);
  const notified = (await receiver.until(before + 1)).at(-1);
  assert.match(notified?.path ?? '', /trade_status=TRADE_SUCCESS/);
}

/** Its endpoint and its token are shown with their lists, and are changed only with the integration. */
async function seeElsewhere(
  page: Page,
  { name, look }: { readonly name: string; readonly look: IntegrationVisit['look'] },
): Promise<void> {
  await pressInARow(page, 'g', 'w');
  await seeHeading(page, 'Webhooks');
  await page.getByText('Notifies the shop of each paid order').waitFor();
  await look('webhooks-integration');
  await page.getByRole('link', { name }).click();
  await seeHeading(page, name);
  await page.getByRole('row', { name: /Delivered/ }).waitFor();
  for (const act of ['Send test event', 'More'])
    assert.equal(await page.getByRole('button', { name: act, exact: true }).count(), 0, act);
  await look('webhook-integration');
  await pressInARow(page, 'g', 'k');
  await page.getByText('It belongs to an integration').waitFor();
  await look('tokens-integration');
  await page.getByRole('link', { name: 'View integration' }).click();
  await seeHeading(page, 'Integrations');
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}
