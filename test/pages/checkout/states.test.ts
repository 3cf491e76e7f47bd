// Every state of a payment as its customer sees it, at three widths, light and dark, without findings of axe. Uses the
// real service and chain in a real browser. STATE_PICTURES=<folder> keeps the screenshots.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { seeHeading } from '../../rig/browser/checkout/checkout-visit.ts';
import { startCustomerStage } from '../../rig/browser/checkout/customer-stage.ts';
import { lookAtState } from '../../rig/browser/checkout/state-pictures.ts';
import { injectWallet } from '../../rig/browser/wallet.ts';
import { type Json, ok } from '../../rig/client.ts';
import { type Shop, units } from '../../rig/stage.ts';

const confirmations = 3;
const day = 86_400;
const settings = { support_contact: 'help@shop.example' };

const { stage, shop, visitor, asked, leave, close } = await startCustomerStage({ confirmations }, { settings });
afterEach(leave);
after(close);

test('seen, then paid: a ring that fills, what is usual, the receipt, and the way back', async () => {
  const { invoice, attempt, customer } = await asked('25.00', { success_url: 'https://shop.example/thanks' });
  const page = await open(invoice);
  await lookAtState(page, 'awaiting');
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine();
  await seeHeading(page, 'Confirming payment');
  const ring = page.getByRole('progressbar');
  assert.deepEqual(
    [await ring.getAttribute('aria-valuenow'), await ring.getAttribute('aria-valuemax')],
    ['1', String(confirmations)],
  );
  await page.getByText(/Usually takes \d+ (sec|min)/).waitFor();
  await lookAtState(page, 'seen');
  await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'The shop' }));
  // The countdown runs only while the page is visible. Hiding the page freezes it on slow machines too.
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })`);
  await stage.mine(confirmations - 1);
  await seeHeading(page, 'Paid, thank you');
  await page.getByText(/You return to the shop in \d s\./).waitFor();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByText(/You return to the shop/).waitFor({ state: 'detached' });
  await page.evaluate('delete document.visibilityState');
  await lookAtState(page, 'paid');

  // A customer who opens the page again wants the receipt, so there is no countdown.
  await page.reload();
  await seeHeading(page, 'Paid, thank you');
  assert.equal(await page.getByText(/You return to the shop/).count(), 0);
});

test('whoever stops nothing is back at the shop after the countdown', async () => {
  const { invoice, attempt, customer } = await asked('5.00', { success_url: 'https://shop.example/thanks' });
  const page = await open(invoice);
  await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'The shop' }));
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations);
  await page.waitForURL('https://shop.example/thanks');
});

test('a part is seen and paid: how much, how much is left, and one button', async () => {
  const { invoice, attempt, customer } = await asked('49.90');
  const page = await open(invoice);
  await customer.payToken(attempt.to, 25_000_000n);
  await stage.mine();
  await seeHeading(page, 'Confirming partial payment');
  await lookAtState(page, 'part-seen');
  await stage.mine(confirmations);
  await seeHeading(page, 'Paid $25.00, $24.90 left');
  await lookAtState(page, 'part-paid');
  await page.getByRole('button', { name: 'Pay the rest' }).click();
  await page.getByRole('button', { name: 'Pay the rest' }).waitFor({ state: 'detached' });
});

test('more came than was owed: how much, and how to get it back', async () => {
  const { invoice, attempt, customer } = await asked('20.00');
  const page = await open(invoice);
  await customer.payToken(attempt.to, 23_500_000n);
  await stage.mine(confirmations);
  await seeHeading(page, 'Paid, thank you');
  await page.getByText('You paid $3.50 more than the total.').waitFor();
  const ask = page.getByRole('link', { name: 'Ask the merchant' });
  assert.equal(await ask.getAttribute('href'), `mailto:help@shop.example?subject=${invoice.id}`);
  await lookAtState(page, 'overpaid');
});

test('the price ran out, then the time: what happened, and what to do', async () => {
  const { invoice } = await asked('30.00', { expires_in: 3600 });
  const page = await open(invoice);
  await seeHeading(page, /^Send 30/);
  await stage.pass(1000);
  await page.reload();
  await page.getByText('The price in USDT expired.').waitFor();
  await lookAtState(page, 'price-ran-out');
  await stage.pass(day);
  await seeHeading(page, 'This invoice has expired');
  await lookAtState(page, 'expired');
});

test('the time ran out after a part, and the rest comes late all the same', async () => {
  const { invoice, attempt, customer } = await asked('40.00');
  await customer.payToken(attempt.to, 10_000_000n);
  await stage.mine(confirmations);
  const rest = await stage.attempt(invoice, customer.address, 'USDT');
  await stage.pass(2 * day);
  const page = await open(invoice);
  await seeHeading(page, 'This invoice has expired');
  await page.getByText('$10.00 arrived in time').waitFor();
  await lookAtState(page, 'expired-with-part');
  await customer.payToken(rest.to, units(rest.amount, 6));
  await stage.mine(confirmations);
  await seeHeading(page, 'Paid, thank you');
  await page.getByText('Your payment arrived late, and the merchant has accepted it.').waitFor();
  await lookAtState(page, 'late-accepted');
});

test('a late payment that the shop holds is said, and that the merchant decides', async () => {
  const own = await stage.shop({ settings: { ...settings, late_payments: 'hold' } });
  const { invoice, attempt, customer } = await asked('15.00', {}, own);
  await stage.pass(2 * day);
  const page = await open(invoice);
  await seeHeading(page, 'This invoice has expired');
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine();
  await page.getByText(/^We saw 15(\.\d+)? USDT on .+ It arrived after the deadline\.$/).waitFor();
  await page.getByText('The merchant has been notified and can accept or return it.').waitFor();
  await lookAtState(page, 'late-held');
});

test('canceled, and paid all the same', async () => {
  const own = await stage.shop({ settings });
  const { invoice, attempt, customer } = await asked('15.00', { cancel_url: 'https://shop.example/basket' }, own);
  const page = await open(invoice);
  await ok(own.api.delete(`/invoice/${invoice.id}`));
  await seeHeading(page, 'This invoice was canceled');
  await lookAtState(page, 'canceled');
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine();
  await page.getByText(/It arrived after this invoice was canceled\.$/).waitFor();
  await lookAtState(page, 'canceled-and-paid');
});

test('what failed on the chain, and what a reorg took back, is said with what to do', async () => {
  for (const [played, heading] of [
    ['failed', 'Payment failed'],
    ['reorged', 'Your payment was reversed'],
  ]) {
    const { invoice, attempt } = await asked('12.00');
    const page = await open(invoice);
    await ok(shop.api.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: played }));
    await seeHeading(page, String(heading));
    await lookAtState(page, String(played));
    await page.getByRole('button', { name: 'Pay again' }).click();
    await seeHeading(page, 'Pay $12.00');
  }
});

test('another token came: the customer sees it, and the requested one', async () => {
  const { invoice, attempt, customer } = await asked('49.90');
  const page = await open(invoice);
  await seeHeading(page, /^Send 49\.9/);
  await customer.payToken(attempt.to, 49_900_000n, stage.otherToken);
  await stage.mine();
  await page.getByText(/^We saw 49\.9 USDC on .+ This invoice asks for USDT\.$/).waitFor();
  await lookAtState(page, 'wrong-token');
  await ok(dismissAll(shop));
  await page.getByText(/^We saw 49\.9 USDC/).waitFor({ state: 'detached' });
});

test('a payment to an address of several customers is shown only to its own customer', async () => {
  const own = await stage.shop({ settings });
  const invoice = await own.invoice('30.00');
  const coin = { cryptocurrency: 'USDT', network: 'local' };
  const attempt = await ok<Json>(stage.anyone.post(`/invoice/${invoice.id}/payment-request`, coin));
  const { invoice: elsewhere } = await asked('80.00', {}, own);
  const stranger = await stage.customer();
  const [page, other] = [await open(invoice), await open(elsewhere)];
  // Another coin from an undeclared sender: it may belong to either invoice.
  await stranger.payToken(attempt.to, 77_000_000n, stage.otherToken);
  // Slightly less than the amount of the first invoice, from an exchange. No other quote is near it.
  await stranger.payToken(attempt.to, 29_000_000n);
  await stage.mine();
  await page.getByText('A payment arrived that may be yours.').waitFor();
  await lookAtState(page, 'perhaps-yours');
  assert.doesNotMatch(await page.locator('.notice').innerText(), /\d|USD/, 'nothing of what it was');
  assert.equal(await other.getByText('A payment arrived that may be yours.').count(), 0);
  const seed = await (await fetch(invoice.checkout_url)).text();
  assert.doesNotMatch(seed, /"amount":"(77|29)"|USDC/, 'nor in the page’s data');
});

test('a claim is still there after a reload and in another browser, with the way to prove it', async () => {
  const own = await stage.shop({ settings });
  const [{ invoice, attempt }] = [await asked('30.00', {}, own), await asked('31.00', {}, own)];
  const exchange = await stage.customer();
  const page = await open(invoice);
  await seeHeading(page, /^Send 30/);
  const { hash } = await exchange.payToken(attempt.to, 29_000_000n);
  await stage.mine();
  await page.getByText('I paid, but it isn’t showing').click();
  await page.getByLabel(/^Transaction hash/).fill(`0x${'ab'.repeat(32)}`);
  await page.getByRole('button', { name: 'Find my payment' }).click();
  await page.getByText('The network does not know this hash.').waitFor();
  await page.getByLabel(/^Transaction hash/).fill(hash);
  await page.getByRole('button', { name: 'Find my payment' }).click();
  await seeHeading(page, 'Payment found');
  await lookAtState(page, 'claimed');
  await page.reload();
  await seeHeading(page, 'Payment found');
  const elsewhere = await open(invoice);
  await seeHeading(elsewhere, 'Payment found');
  const text = await page.locator('.claim .mono').innerText();
  assert.ok(text.includes(hash), 'the text to sign names the hash');
  await page.getByRole('button', { name: 'Show how to pay again' }).click();
  await seeHeading(page, /^Send 30/);
  await elsewhere.getByLabel('Its signature').fill(await exchange.signMessage({ message: text }));
  await elsewhere.getByRole('button', { name: 'Send' }).click();
  for (const one of [page, elsewhere]) await seeHeading(one, 'Confirming partial payment');
});

test('what a wallet sent is claimed at once, and no other tab or browser invites to pay it again', async () => {
  const invoice = await shop.invoice('7.00');
  const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
  const attempt = await stage.attempt(invoice, String(stage.anvil.accounts[1]?.address));
  const { page, context } = await visitor();
  const wallet = await injectWallet(page, {
    privateKey: key,
    rpcUrl: stage.anvil.url,
    chainId: stage.anvil.chainId,
  });
  await page.goto(invoice.checkout_url);
  const second = await context.newPage();
  await second.goto(invoice.checkout_url);
  await seeHeading(second, /^Send 0\.0035/);
  const pay = page.getByRole('button', { name: 'Pay with Rig wallet' });
  await seeHeading(page, /^Send 0\.0035/);
  if (!(await pay.isVisible())) await page.getByRole('tab', { name: /browser/i }).click();
  await pay.click();
  for (const tab of [page, second]) await seeHeading(tab, 'Payment sent');
  await page.reload();
  await seeHeading(page, 'Payment sent');
  await lookAtState(page, 'sent');
  const elsewhere = await open(invoice);
  await seeHeading(elsewhere, 'Payment sent');
  await stage.mine();
  for (const tab of [page, second, elsewhere]) await seeHeading(tab, 'Confirming payment');
  assert.deepEqual([(await stage.getTransaction(attempt.id)).hash], wallet.sent);
});

test('a link that leads to nothing says so', async () => {
  const { page } = await visitor();
  await page.goto(`${stage.service.url}/pay/${randomUUID()}`);
  await seeHeading(page, 'Invoice not found');
  await lookAtState(page, 'not-found');
});

async function dismissAll(of: Shop): Promise<{ status: number; body: Json[]; headers: Headers }> {
  const query = { app_id: of.app.id, status: 'waiting' };
  const answer = await of.api.get<Json[]>('/unmatched-payments', { query });
  for (const { id } of answer.body) await ok(of.api.post(`/unmatched-payment/${id}/dismiss`));
  return answer;
}

async function open(invoice: Json): Promise<Page> {
  const { page } = await visitor();
  await page.goto(invoice.checkout_url);
  return page;
}
