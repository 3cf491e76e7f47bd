// Invoices and payments in the console, as a merchant works with them: a real service, a real chain, a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { shortHash } from '../../web/checkout/rules/address-text.ts';
import { buildConsole } from '../../web/console/build.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { assertAccessible, seeHeading } from '../rig/browser/checkout/checkout-visit.ts';
import { compareRanges } from '../rig/browser/console/home/compare-ranges.ts';
import { filterInvoices } from '../rig/browser/console/lists/filter-invoices.ts';
import { merchantPage, searchFor } from '../rig/browser/console/merchant-page.ts';
import {
  acceptAndCancel,
  listRefunds,
  refundFromTheList,
  refundTheExcess,
  refundUnmatched,
} from '../rig/browser/console/refunds/refund-steps.ts';
import { photograph } from '../rig/browser/console/screenshots.ts';
import { waitForAnimations } from '../rig/browser/console/wait-for-animations.ts';
import { downloaded } from '../rig/browser/downloaded.ts';
import { pageNetwork } from '../rig/browser/page-network.ts';
import { injectWallet } from '../rig/browser/wallet.ts';
import { type Json, ok } from '../rig/client.ts';
import { type Receiver, startReceiver } from '../rig/receiver.ts';
import { etherFor, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';
import { visitInLanguage } from '../rig/words/console-in-language.ts';

const confirmations = 3;
const address = newAddress();
/** The merchant's own wallet: anvil's second account. */
const walletKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

let stage: Stage;
let shop: Shop;
let receiver: Receiver;
let browser: Browser;
let page: Page;
const complaints: string[] = [];
/** Requests that are refused on purpose appear as errors in the browser's console. */
const meant: RegExp[] = [];

before(async () => {
  [stage, browser, receiver] = await Promise.all([
    startStage({ confirmations, reorgDepth: 16, network: async () => pageNetwork }),
    launchBrowser(),
    startReceiver(),
    buildConsole({ if: 'missing or stale' }),
  ]);
  shop = await stage.shop({ receives: address });
  const terms = { app_id: shop.app.id, url: receiver.url, events: ['invoice.paid'] };
  await ok(stage.merchant.api.post('/webhook', terms));
  meant.push(/status of 401/);
  page = await merchantPage(browser, { stage, path: '', complaints });
});

after(async () => {
  await browser?.close();
  await receiver?.close();
  await stage?.close({ isHalted: true });
});

test('an invoice is made by hand, its code is scanned, and the page says paid by itself', async () => {
  await go('invoices');
  await seeHeading(page, 'Invoices');
  await page.getByText('No invoices yet').waitFor();
  await seen('invoices-none');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Total').fill('49.999');
  await dialog.getByLabel('Reference').fill('A-1001');
  await dialog.getByLabel('Description').fill('A chair');
  meant.push(/status of 422/);
  await dialog.getByRole('button', { name: 'Create invoice' }).click();
  await dialog.locator('.mantine-TextInput-error').waitFor();
  await seen('invoice-new-refused');
  await dialog.getByLabel('Total').fill('50.00');
  await dialog.getByRole('button', { name: 'Create invoice' }).click();
  await dialog.getByRole('img', { name: 'QR code of the invoice' }).waitFor();
  await seen('invoice-new-made');
  const [invoice] = await invoices();
  const { hash } = await pay(invoice, '50.00');
  await dialog.getByText('Paid', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await row('A-1001').getByText('Paid', { exact: true }).waitFor();
  await seen('invoices-one');
  // By its hash, in one search, with the keyboard alone.
  await page.keyboard.press('/');
  await page.keyboard.type(hash);
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === hash);
  assert.equal(await page.getByRole('row').count(), 2);
  await row('A-1001').focus();
  await page.keyboard.press('Enter');
  await seeHeading(page, 'A-1001');
  // The search works on every screen, and finds the payment as a payment.
  await go('settings/coins');
  await seeHeading(page, 'Coins');
  await searchFor(page, hash);
  await page.getByText('0.025 ETH for A-1001').waitFor();
  await seen('search-hash');
  await page.keyboard.press('Enter');
  await seeHeading(page, 'A-1001');
});

test('the console speaks the language that its reader chooses, also from right to left', async () => {
  for (const code of ['ar', 'de']) await visitInLanguage(page, { code, go, look: seen });
  await visitInLanguage(page, { code: 'en', go, look: async () => {} });
});

test('the search finds an id, an address and a setting; a row has keys of its own', async () => {
  const [invoice] = await invoices();
  await searchFor(page, invoice.id);
  await page.getByText('$50.00, A-1001').waitFor();
  await page.keyboard.press('Escape');
  await searchFor(page, address.slice(0, 20));
  await page.getByText(shortHash(address)).waitFor();
  await page.keyboard.press('Escape');
  await searchFor(page, 'tolerance');
  await page.getByText('Underpayment tolerance').waitFor();
  await seen('search-setting');
  await page.keyboard.press('Enter');
  await seeHeading(page, 'Shop');
  await page.locator('#payment-terms:focus').waitFor();

  await go('invoices');
  await row('A-1001').focus();
  await page.keyboard.press('.');
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem', { name: /Copy the link/ }).waitFor();
  await seen('invoices-row-acts');
  await page.keyboard.press('c');
  await page.getByText(/^Copied to the clipboard\.|This browser cannot copy/).waitFor();
  await row('A-1001').focus();
  await page.keyboard.press('.');
  await page.keyboard.press('o');
  await seeHeading(page, 'A-1001');
});

test('the page of an invoice says why a payment was matched, and what the shop was told', async () => {
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('The payment has exactly the quoted amount.').waitFor();
  await history.getByText('No evidence points to another invoice.').waitFor();
  await history.getByText('$50.00 credited for 0.025 ETH on Local chain').waitFor();
  await history.getByText(/^Webhook invoice\.paid delivered to/).waitFor();
  await history.getByText('Response status: 200.').waitFor();
  const payments = page.getByRole('region', { name: 'Payments' });
  await payments.getByText('3 of 3').waitFor();
  assert.equal(await sumOf('Paid'), '$50.00');
  await page.frameLocator('iframe[title="Customer’s page"]').getByText('Paid, thank you').waitFor();
  await seen('invoice-paid', { isWhole: true });

  const before = receiver.received.length;
  await history.getByRole('button', { name: 'Resend invoice.paid' }).click();
  await receiver.until(before + 1);
  await page.keyboard.press('m');
  await page.getByLabel('Note').fill('Send it with the blue cover');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('button', { name: 'Edit the note' }).waitFor();
  const [noted] = await invoices();
  assert.equal(noted.metadata.note, 'Send it with the blue cover');
});

test('a part payment is settled with a reason, which stands in the history', async () => {
  const invoice = await shop.invoice('100.00', { order: { reference: 'A-1002' }, customer: { name: 'Grace' } });
  await go(`invoices/${invoice.id}`);
  await page.getByText('Awaiting payment from the customer.').waitFor();
  await seen('invoice-open', { isWhole: true });
  await pay(invoice, '40.00');
  await page.getByText(/\$40\.00 of \$100\.00 is paid\. \$60\.00 is due/).waitFor();
  await seen('invoice-partly-paid', { isWhole: true });
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The customer no longer owes $60.00.').waitFor();
  await seen('invoice-settle');
  await dialog.getByLabel('Reason').fill('The rest was paid in cash');
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await dialog.waitFor({ state: 'detached' });
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Invoice marked as paid').waitFor();
  await history.getByText('Reason: “The rest was paid in cash”').waitFor();
  await page.getByText('Marked as paid', { exact: true }).waitFor();
  await seen('invoice-settled', { isWhole: true });
});

test('a payment that nobody knows waits with its reason, and is assigned to the invoice that it is for', async () => {
  const invoice = await shop.invoice('7.50', { order: { reference: 'A-1003' } });
  await go('review');
  await page.getByText('Nothing to review').waitFor();
  await seen('review-none');
  const stranger = await stage.customer();
  await stranger.pay(address, etherFor('7.00'));
  await stage.mine(confirmations);
  await page.getByText('No quote in this coin at this address matches').waitFor();
  await page.getByText('≈ $7.00 now').waitFor();
  await page.getByRole('link', { name: 'A-1003' }).waitFor();
  await page.getByText(/^Its total is within 10% of the payment/).waitFor();
  await seen('review-waiting', { isWhole: true });

  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/A-1003.*Amount due: \$7\.50/).waitFor();
  await seen('review-assign');
  await dialog.getByRole('button', { name: 'Assign payment' }).click();
  await page.getByText('Payment assigned to A-1003.').waitFor();
  await page.getByText('Nothing to review').waitFor();
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid', paid: '7.00' });
  await page.getByRole('button', { name: 'Reviewed' }).click();
  await page.getByText('Assigned', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'A-1003' }).waitFor();
  await seen('review-done');
});

test('several invoices may be meant: each says what speaks for it; somebody else decides meanwhile', async () => {
  const customer = await stage.customer();
  const [one, other] = [
    await shop.invoice('20.00', { order: { reference: 'B-1' } }),
    await shop.invoice('20.00', { order: { reference: 'B-2' } }),
  ];
  for (const invoice of [one, other]) await stage.attempt(invoice, customer.address);
  await go('review');
  await customer.pay(address, etherFor('19.00'));
  await stage.mine(confirmations);
  await page.getByText('The payment matches more than one invoice.').waitFor();
  await page
    .getByText(/Evidence: .*it came from the sender that the customer named/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'B-1' }).waitFor();
  await page.getByRole('link', { name: 'B-2' }).waitFor();
  await seen('review-ambiguous', { isWhole: true });
  await page.keyboard.press('d');
  await page.getByRole('dialog').getByText('You cannot assign it later').waitFor();
  await seen('review-dismiss');
  await page.keyboard.press('Escape');
  const [waiting] = await ok<Json[]>(shop.api.get('/unmatched-payments'));
  await ok(shop.api.post(`/unmatched-payment/${waiting.id}/assign`, { invoice_id: other.id }));
  await page.getByText(/was assigned to B-2 by someone else/).waitFor();
  await page.getByRole('link', { name: 'B-2' }).waitFor();
  await seen('review-meanwhile');
});

test('filters stand in the address, say which of them nothing fits, and are kept under a name', async () => {
  await filterInvoices(page, { go, row, look: seen });
});

test('an invoice that is canceled says so and keeps its link from being paid', async () => {
  const invoice = await shop.invoice('30.00', { order: { reference: 'A-1004' } });
  await go(`invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByText('The link stops taking payments at once').waitFor();
  await seen('invoice-cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel invoice' }).click();
  await page.getByText(/Canceled\. Payments that still arrive/).waitFor();
  await seen('invoice-canceled');
  meant.push(/status of 404/);
  await go(`invoices/${invoice.id.replace(/.{4}$/, '0000')}`);
  await page.getByText('Your shops have no such invoice').waitFor();
  await seen('invoice-unknown');
});

test('an invoice that is overpaid is refunded with the wallet of the browser, until the chain shows it', async () => {
  const { anvil } = stage;
  const wallet = await injectWallet(page, { privateKey: walletKey, rpcUrl: anvil.url, chainId: anvil.chainId });
  const steps = { stage, wallet, go, look: seen };
  const over = await shop.invoice('50.00', { order: { reference: 'A-1005' } });
  await pay(over, '65.00');
  await stage.invoiceBecomes(over.id, { status: 'paid' });
  await go(`invoices/${over.id}`);
  await page.getByText('The customer paid more than the total and may ask for a refund of the difference.').waitFor();
  assert.equal(await sumOf('Paid'), '$65.00');
  await seen('invoice-overpaid');
  await refundTheExcess(page, steps);
  assert.equal(await sumOf('Refunded'), '$15.00');
  await acceptAndCancel(page, steps);
  assert.equal(await sumOf('Refunded'), '$33.00');
  await go('payments');
  await refundFromTheList(page, steps, 'A-1003');
  await go('payments');
  await listRefunds(page, steps);
});

test('an unmatched payment is assigned and refunded by one button', async () => {
  const invoice = await shop.invoice('3.20', { order: { reference: 'A-1008' } });
  await pay(invoice, '1.00');
  await stage.invoiceBecomes(invoice.id, { status: 'partially_paid' });
  const stranger = await stage.customer();
  await refundUnmatched(page, { stage, go, look: seen }, () => stranger.pay(address, etherFor('3.00')));
});

test('payments are found by hash and address, and a month is summed up and exported', async () => {
  const [transaction] = await ok<Json[]>(shop.api.get('/payments', { query: { q: 'A-1001' } }));
  await stage.attempt(await shop.invoice('9.00', { order: { reference: 'A-1007' } }), newAddress());
  await go('payments');
  await row('A-1002').waitFor();
  // A quote without a payment is on the page of its invoice only.
  assert.equal(await row('A-1007').count(), 0);
  await seen('payments');
  await page.keyboard.press('/');
  await page.keyboard.type(transaction.hash);
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === transaction.hash);
  await row('A-1002').waitFor({ state: 'detached' });
  await row('A-1001').waitFor();
  await page.getByLabel('Search payments').fill('nothing-like-it');
  await page.getByText('No matching payments').waitFor();
  await seen('payments-no-fit');
  await go('payments', { view: 'month' });
  const byCoin = page.getByRole('region', { name: 'By coin' });
  await byCoin.getByRole('row', { name: /ETH on Local chain/ }).waitFor();
  await seen('payments-month');
  const { name, text: file } = await downloaded(page, () => page.keyboard.press('e'));
  assert.match(name, /^shop-.*\.csv$/);
  assert.ok(file.includes(transaction.hash));
  assert.equal(await page.getByLabel('Month', { exact: true }).locator('option').count(), 1);
});

test('Home compares a range with the period before, by day and by coin, and lists payments to review', async () => {
  await (await stage.customer()).pay(address, etherFor('3.00'));
  await stage.mine(confirmations);
  await go('');
  await compareRanges(page, seen);
});

test('a reorg takes a payment back while one looks: the page says so at once', async () => {
  const invoice = await shop.invoice('30.00', { order: { reference: 'C-1' } });
  await go(`invoices/${invoice.id}`);
  await pay(invoice, '30.00');
  await page.getByText('Paid. No action required.').waitFor();
  await stage.anvil.reorg(6);
  await stage.anvil.mine(4);
  await stage.caughtUp();
  await page.getByRole('alert').getByText('A payment was reversed just now').waitFor();
  await page.getByText('The paid amount fell from $30.00 to $0.00.').waitFor();
  await page.getByText('Reversed').first().waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('Credit of $30.00 reversed').waitFor();
  await seen('invoice-reorged', { isWhole: true });
});

test('an invoice that ran out says what that asks of the merchant', async () => {
  const late = await shop.invoice('12.00', { order: { reference: 'A-1006' }, expires_in: 300 });
  await go(`invoices/${late.id}`);
  await page.getByText('Awaiting payment from the customer.').waitFor();
  await stage.pass(400);
  await page.getByText('Expired without a payment.').waitFor();
  await seen('invoice-expired', { isWhole: true });
});

test('without a network what was loaded stays, and the page heals by itself', async () => {
  await go('invoices');
  await row('A-1001').waitFor();
  meant.push(/ERR_INTERNET_DISCONNECTED|net::ERR/);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: /^Expired/ }).click();
  await page
    .getByText(/offline|no network/i)
    .first()
    .waitFor();
  await seen('invoices-offline');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await row('A-1001').waitFor();
  assert.deepEqual(
    complaints.filter((one) => !meant.some((fits) => fits.test(one))),
    [],
  );
});

async function go(place: string, search: Record<string, string> = {}): Promise<void> {
  await page.goto(`${stage.service.url}/console/${place}?${new URLSearchParams({ app: shop.app.id, ...search })}`);
}

/** A customer pays this many dollars in ETH, and the payment is confirmed. */
async function pay(invoice: Json, dollars: string): Promise<{ hash: string }> {
  const customer = await stage.customer();
  const attempt = await stage.attempt(invoice, customer.address);
  const due = units(attempt.amount, 18);
  const sent = await customer.pay(attempt.to, dollars === invoice.total ? due : etherFor(dollars));
  await stage.mine(confirmations);
  return sent;
}

const invoices = (): Promise<Json[]> => ok(shop.api.get('/invoices'));

function row(name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

async function sumOf(words: string): Promise<string> {
  const sums = page.getByRole('region', { name: 'Status' });
  return sums.locator(`dt:text-is("${words}") + dd`).innerText();
}

/** Checks the accessibility of the present screen and takes a screenshot for people. */
async function seen(name: string, options: { readonly isWhole?: boolean } = {}): Promise<void> {
  await waitForAnimations(page);
  await assertAccessible(page, name);
  await photograph(page, name, options);
}
