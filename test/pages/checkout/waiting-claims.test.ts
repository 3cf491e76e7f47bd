// A waiting claim stays on the invoice's page, regardless of the current transaction, until it is assigned, dismissed
// or attached. The real service and chain in a real browser. STATE_PICTURES=<folder> keeps the screenshots.
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { seeHeading } from '../../rig/browser/checkout/checkout-visit.ts';
import { startCustomerStage } from '../../rig/browser/checkout/customer-stage.ts';
import { lookAtState } from '../../rig/browser/checkout/state-pictures.ts';
import { type Json, ok } from '../../rig/client.ts';
import type { Shop } from '../../rig/stage.ts';

const confirmations = 3;
const settings = { support_contact: 'help@shop.example' };
const found = /^We saw 49\.41 USDT on .+ It is not certain which invoice it is for\.$/;
const inTransaction = /^It arrived in transaction 0x.+ and waits for the merchant’s decision\. Please do not pay again/;

const { stage, visitor, asked, leave, close } = await startCustomerStage({ confirmations });
afterEach(leave);
after(close);

test('a claim of 1 % less stays on the page in any coin, until the merchant dismisses it', async () => {
  const { own, invoice, attempt, hash, page } = await claimedOnePercentLess();
  await seeHeading(page, 'Payment found');
  await page
    .getByText(/^We saw 49\.41 USDT on .+ The merchant sees your entry and decides.+Please do not pay again/)
    .waitFor();
  await lookAtState(page, 'claim-current');
  await page.getByRole('button', { name: 'Show how to pay again' }).click();
  await seeHeading(page, /^Send 49\.9.* USDT/);
  await seeClaim(page);
  await lookAtState(page, 'claim-shown-again');

  const open = [await requestPayment(invoice, 'USDT'), await requestPayment(invoice, 'ETH')];
  await seeHeading(page, /^Send 0\.\d+ ETH/);
  await seeClaim(page);
  await lookAtState(page, 'claim-other-coin');
  const claim = {
    transaction_id: attempt.id,
    hash,
    seen: true,
    amount: '49.41',
    cryptocurrency: 'USDT',
    network: 'Local chain',
    reason: 'unknown',
    explorer_url: null,
  };
  assert.deepEqual(await claimsOf(invoice), [claim]);
  for (const language of ['de', 'ar', 'ru']) await lookInLanguage(invoice, language);

  for (const { id } of open) await ok(stage.anyone.delete(`/transaction/${id}`));
  await seeHeading(page, 'Pay $49.90');
  await seeClaim(page);
  await lookAtState(page, 'claim-choosing');
  assert.match(await (await fetch(invoice.checkout_url)).text(), /It arrived in transaction /, 'without a script too');

  const payment = await waitingAt(own, hash);
  await ok(own.api.post(`/unmatched-payment/${payment.id}/dismiss`));
  await page.getByText(inTransaction).waitFor({ state: 'detached' });
  assert.equal(await page.getByText(/49\.41/).count(), 0);
  assert.deepEqual(await claimsOf(invoice), []);
});

test('a claim stays on the page of an expired invoice, until the merchant assigns it', async () => {
  const { own, invoice, hash, page } = await claimedOnePercentLess();
  await requestPayment(invoice, 'ETH');
  await seeHeading(page, /^Send 0\.\d+ ETH/);
  await stage.pass(1000);
  await page.reload();
  await page.getByText('The price in ETH expired.').waitFor();
  await seeClaim(page);
  await stage.pass(2 * 86_400);
  await seeHeading(page, 'This invoice has expired');
  await seeClaim(page);
  await lookAtState(page, 'claim-expired');

  const payment = await waitingAt(own, hash);
  await ok(own.api.post(`/unmatched-payment/${payment.id}/assign`, { invoice_id: invoice.id }));
  await page.getByText(inTransaction).waitFor({ state: 'detached' });
  assert.deepEqual(await claimsOf(invoice), []);
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { paid: '49.41' });
});

test('a claim of an unmined payment is marked on the page of another attempt, then shows its amount', async () => {
  const { invoice, attempt } = await sharedAddress();
  const page = await open(invoice);
  const exchange = await stage.customer();
  const { hash } = await exchange.payToken(attempt.to, 49_410_000n);
  assert.equal((await stage.anyone.post(`/transaction/${attempt.id}/claim`, { hash })).status, 202);
  await seeHeading(page, 'Payment sent');
  await requestPayment(invoice, 'ETH');
  await seeHeading(page, /^Send 0\.\d+ ETH/);
  await page.getByText(/^Local chain does not show transaction 0x.+ only if the transaction failed\.$/).waitFor();
  await lookAtState(page, 'claim-not-mined');
  await stage.mine();
  await seeClaim(page);
});

test('a payment that two customers claim disappears from the page of the other invoice', async () => {
  const { own, invoice, attempt, elsewhere, hash, page } = await claimedOnePercentLess();
  const other = await open(elsewhere.invoice);
  assert.equal((await stage.anyone.post(`/transaction/${elsewhere.attempt.id}/claim`, { hash })).status, 202);
  for (const one of [page, other]) await seeHeading(one, 'Payment found');
  const payment = await waitingAt(own, hash);
  assert.deepEqual(payment.claims, [attempt.id, elsewhere.attempt.id]);
  await ok(own.api.post(`/unmatched-payment/${payment.id}/assign`, { invoice_id: invoice.id }));
  await seeHeading(other, /^Send 80/);
  assert.equal(await other.getByText(/49\.41/).count(), 0);
  assert.deepEqual(await claimsOf(elsewhere.invoice), []);
});

/** Two invoices of one shop with the same address. An amount that neither of them asked for may belong to either. */
async function sharedAddress() {
  const own = await stage.shop({ settings });
  const invoice = await own.invoice('49.90');
  const attempt = await requestPayment(invoice, 'USDT');
  const elsewhere = await asked('80.00', {}, own);
  assert.equal(elsewhere.attempt.to, attempt.to);
  return { own, invoice, attempt, elsewhere };
}

/** An exchange sent 1 % less than 49.90 USDT, and its customer entered the hash. */
async function claimedOnePercentLess() {
  const shared = await sharedAddress();
  const exchange = await stage.customer();
  const { hash } = await exchange.payToken(shared.attempt.to, 49_410_000n);
  await stage.mine();
  const page = await open(shared.invoice);
  assert.equal((await stage.anyone.post(`/transaction/${shared.attempt.id}/claim`, { hash })).status, 202);
  await seeHeading(page, 'Payment found');
  return { ...shared, hash, page };
}

function requestPayment(invoice: Json, cryptocurrency: string): Promise<Json> {
  return ok(stage.anyone.post(`/invoice/${invoice.id}/payment-request`, { cryptocurrency, network: 'local' }));
}

async function seeClaim(page: Page): Promise<void> {
  await page.getByText(found).waitFor();
  await page.getByText(inTransaction).waitFor();
}

/** As the public API shows them, without their creation times. */
async function claimsOf(invoice: Json): Promise<Json[]> {
  const { claims } = await stage.getInvoice(invoice.id);
  return claims.map(({ created_at, ...claim }: Json) => {
    assert.ok(Date.parse(created_at) > 0);
    return claim;
  });
}

async function waitingAt(shop: Shop, hash: string): Promise<Json> {
  const waiting = await ok<Json[]>(shop.api.get('/unmatched-payments', { query: { app_id: shop.app.id } }));
  const payment = waiting.find((one) => one.hash === hash);
  assert.ok(payment);
  return payment;
}

async function lookInLanguage(invoice: Json, language: string): Promise<void> {
  const { page } = await visitor();
  await page.goto(`${invoice.checkout_url}?lang=${language}`);
  await page.locator('.notice .mono').first().waitFor();
  await lookAtState(page, `claim-${language}`);
}

async function open(invoice: Json): Promise<Page> {
  const { page } = await visitor();
  await page.goto(invoice.checkout_url);
  return page;
}
