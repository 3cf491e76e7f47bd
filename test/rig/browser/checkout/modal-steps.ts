// A shop of BTCPay Server shows the checkout over its page with /modal/btcpay.js.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ok, until } from '../../client.ts';
import { photograph } from '../console/screenshots.ts';
import type { LinkStage, ShopSite } from './link-stage.ts';

/** A customer pays in the window and closes it, and the shop's page receives the messages of BTCPay Server. */
export async function payInModal(stage: LinkStage): Promise<void> {
  const invoice = await stage.newInvoice('21.00');
  const { page, complaints } = await stage.visitor({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });
  await openShop(page, stage, stage.ownShop);
  await page.evaluate(`btcpay.setApiUrlPrefix('${stage.service.url}/'); btcpay.showInvoice('${invoice.id}')`);
  await until(async () => (await heardIn(page)).includes('loaded'), 'the checkout to load');
  await page.locator('dialog[open]').waitFor();
  await photograph(page, 'modal-open');
  await stage.pay(invoice.id);
  const settled = `${invoice.id} Settled`;
  await until(async () => (await heardIn(page)).includes(settled), 'the shop to hear that it is settled');
  const heard = await heardIn(page);
  const known = ['enter', 'loaded', `${invoice.id} Processing`, settled];
  assert.deepEqual([heard[0], heard.filter((one) => !known.includes(one))], ['loaded', []]);
  assert.deepEqual(
    await page.evaluate('onWindow'),
    heard.filter((one) => one !== 'enter'),
  );
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  assert.deepEqual((await heardIn(page)).slice(heard.length), ['close', 'leave']);
  assert.equal(await page.locator('iframe').count(), 0);
  assert.deepEqual(complaints, []);
}

/** The merchant cancels the invoice while the customer has the window open. */
export async function cancelInModal(stage: LinkStage): Promise<void> {
  const invoice = await stage.newInvoice('22.00');
  await stage.requestPayment(invoice.id);
  const { page } = await stage.visitor();
  await openShop(page, stage, stage.ownShop);
  await page.evaluate(`btcpay.showInvoice('${invoice.id}')`);
  await page.locator('dialog[open]').waitFor();
  await ok(stage.merchant.appApi.delete(`/invoice/${invoice.id}`));
  await until(async () => (await heardIn(page)).includes(`${invoice.id} Invalid`), 'the shop to hear of the end');
  await page.keyboard.press('Escape');
  await until(async () => (await heardIn(page)).includes('leave'), 'the window to close');
}

/** A page of another origin may not frame the checkout, so the customer pays on its own page. */
export async function leaveForCheckout(stage: LinkStage): Promise<void> {
  const invoice = await stage.newInvoice('23.00');
  const { page } = await stage.visitor();
  await openShop(page, stage, stage.foreignShop);
  await page.evaluate(`btcpay.showInvoice('${invoice.id}')`);
  await page.waitForURL(invoice.checkout_url);
  const moved = await fetch(`${stage.service.url}/i/${invoice.id}`, { redirect: 'manual' });
  assert.deepEqual([moved.status, moved.headers.get('location')], [302, invoice.checkout_url]);
  assert.equal((await fetch(`${stage.service.url}/i/${crypto.randomUUID()}`)).status, 404);
  const script = await fetch(`${stage.service.url}/modal/btcpay.js?v=1`);
  const etag = script.headers.get('etag') ?? '';
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin');
  const again = await fetch(script.url, { headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  for (const id of ['x', crypto.randomUUID()])
    assert.equal((await fetch(`${stage.service.url}/modal/invoice/${id}`)).status, 404, id);
}

async function openShop(page: Page, { service }: LinkStage, shop: ShopSite): Promise<void> {
  await page.goto(shop.pageOf(null));
  await page.addScriptTag({ url: `${service.url}/modal/btcpay.js` });
  await page.evaluate(`window.told = []; window.onWindow = [];
    const text = ({ data }) => typeof data === 'object' ? data.invoiceId + ' ' + data.status : data;
    addEventListener('message', (one) => { if (one.data?.type === undefined) onWindow.push(text(one)); });
    btcpay.onModalReceiveMessage((event) => told.push(text(event)));
    btcpay.onModalWillEnter(() => told.push('enter'));
    btcpay.onModalWillLeave(() => told.push('leave'));`);
}

const heardIn = (page: Page) => page.evaluate<string[]>('told');
