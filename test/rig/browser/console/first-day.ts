// The first day of a merchant after the first payment: finds and explains a payment, resolves unmatched ones, and
// invites an accountant.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ageSessions } from '../../access/aged-sessions.ts';
import { confirmBy, freshEmail, type People, password } from '../../people.ts';
import type { Receiver } from '../../receiver.ts';
import { newAddress } from '../../stage.ts';
import { seeHeading } from '../checkout/checkout-visit.ts';
import { downloaded } from '../downloaded.ts';
import { type ConsoleVisits, look, signIn, simulate } from './console-visit.ts';
import { mouse } from './input-devices.ts';
import { pressInARow, searchFor } from './merchant-page.ts';

export interface FirstDay {
  readonly email: string;
  readonly people: People;
  readonly visits: ConsoleVisits;
  /** The shop's server, which receives its webhooks. */
  readonly receiver: Receiver;
}

/** `page` shows Home of a shop with payments and an unmatched payment. */
export async function firstDay(page: Page, day: FirstDay): Promise<void> {
  const hash = await page.evaluate<string>(firstHash);
  await findAndExplain(page, hash);
  await settleInPart(page);
  await assignTheUnmatched(page);
  await deliverAgain(page, day);
  await inviteAnAccountant(page, { ...day, hash });
  await changeAnAddress(page, day);
}

/** The hash of the first payment. Source text, because it runs inside the page. */
const firstHash = `fetch('/api/payments?v=1').then((one) => one.json())
  .then((all) => all.findLast((one) => one.hash).hash)`;

async function findAndExplain(page: Page, hash: string): Promise<void> {
  await searchFor(page, hash);
  await page.getByRole('dialog').getByText('25 USDT for').waitFor();
  await page.keyboard.press('Enter');
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('The payment has exactly the quoted amount.').first().waitFor();
  await page.getByText('Paid. No action required.').waitFor();
  // The shortcut for all copy buttons, one after the other.
  await page.keyboard.press('y');
  await page.locator('[data-copies]:focus').waitFor();
}

async function settleInPart(page: Page): Promise<void> {
  assert.equal(await page.evaluate(simulate('underpaid')), 200);
  await pressInARow(page, 'g', 'i');
  await seeHeading(page, 'Invoices');
  await page.getByRole('row').filter({ hasText: 'Underpaid' }).getByRole('link').first().click();
  await page
    .getByText(/is due/)
    .first()
    .waitFor();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The rest was paid in cash');
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByText('Marked as paid', { exact: true }).waitFor();
  // While a dialog is open, it receives all key presses.
  await dialog.waitFor({ state: 'detached' });
  // The preview of the customer's page changes, and leaves the focus to the console.
  await page.frameLocator('.glance iframe').locator('h1', { hasText: 'Paid, thank you' }).waitFor();
  assert.notEqual(await page.evaluate(`document.activeElement?.tagName`), 'IFRAME');
}

async function assignTheUnmatched(page: Page): Promise<void> {
  await pressInARow(page, 'g', 's');
  await seeHeading(page, 'Needs review');
  await page.getByLabel('Another invoice').fill(await page.evaluate<string>(openInvoice));
  await page
    .getByRole('button', { name: /^Assign/ })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign payment' }).click();
  await page.getByText(/Payment assigned to /).waitFor();
  await page.getByText('Nothing to review').waitFor();
}

const openInvoice = `fetch('/api/invoices?v=1&status=open').then((one) => one.json()).then(([{ id }]) => id)`;

async function deliverAgain(page: Page, { receiver }: FirstDay): Promise<void> {
  await pressInARow(page, 'g', 'w');
  await seeHeading(page, 'Webhooks');
  await page
    .getByRole('main')
    .getByRole('link', { name: /127\.0\.0\.1/ })
    .first()
    .click();
  await page.getByRole('row').nth(1).click();
  const before = receiver.received.length;
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver again' }).click();
  await receiver.until(before + 1);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The accountant may read and export. Not only the page but also the service rejects everything else. */
async function inviteAnAccountant(page: Page, day: FirstDay & { readonly hash: string }): Promise<void> {
  const { origin } = new URL(page.url());
  const email = freshEmail();
  await pressInARow(page, 'g', 'm');
  await seeHeading(page, 'Team');
  await page.keyboard.press('n');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('radio', { name: 'Accountant' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('list', { name: 'Invitations' }).getByText(email).waitFor();
  const [link = ''] = /https?:\/\/\S+\?token=[\w.%-]+/.exec(await day.people.mailTo(email, /invites you/)) ?? [];

  await day.people.browser().auth('/sign-up/email', { email, password, name: 'Grace' });
  await confirmBy(await day.people.mailTo(email, /Confirm your e-mail address/));
  const hers = await day.visits.visitor();
  await hers.goto(`${origin}/console/account`);
  await signIn(hers, mouse(), email);
  await seeHeading(hers, 'Account');
  await hers.goto(link);
  await hers.getByRole('button', { name: 'Join' }).click();
  await hers.getByText('You have joined').first().waitFor();
  await hers.goto(`${origin}/console/payments?view=month`);
  await hers.getByRole('region', { name: 'By coin' }).getByRole('row').nth(1).waitFor();
  const file = await downloaded(hers, () => hers.keyboard.press('e'));
  assert.ok(file.text.includes(day.hash));
  await look(hers, 'accountant-month');
  assert.deepEqual(await hers.evaluate(refusedWrites), [403, 403, 403, 403]);
  await hers.context().close();
}

/**
 * Tries to create an invoice, an address, a webhook and an invitation, and returns each status. Source text, as above.
 */
const refusedWrites = `(async () => {
  const apps = await fetch('/api/app?v=1');
  const [{ id: app_id }] = await apps.json();
  const headers = { 'content-type': 'application/json', 'x-csrf-token': apps.headers.get('x-csrf-token') };
  const post = (path, body) => fetch('/api' + path + '?v=1', { method: 'POST', headers, body: JSON.stringify(body) });
  const value = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const answers = await Promise.all([
    post('/invoice', { app_id, total: '1.00', currency: 'USD' }),
    post('/app-address', { app_id, network: 'local', kind: 'address', value }),
    post('/webhook', { app_id, url: 'https://shop.example/hooks' }),
    post('/app-member', { app_id, email: 'else@shop.example', role: 'owner' }),
  ]);
  return answers.map(({ status }) => status);
})()`;

async function changeAnAddress(page: Page, { email, people }: FirstDay): Promise<void> {
  await pressInARow(page, 'g', 'a');
  await seeHeading(page, 'Addresses');
  await ageSessions(people, { email }, 30);
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Add an address' });
  const value = newAddress();
  await form.getByLabel('Network').selectOption('local');
  await form.getByLabel('Address or extended public key').fill(value);
  await form.getByRole('button', { name: 'Add address' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.waitFor();
  assert.ok(!(await page.evaluate<string>(addresses)).includes(value.toLowerCase()));
  await question.getByLabel('Your password').fill(password);
  await question.getByRole('button', { name: 'Continue' }).click();
  await question.waitFor({ state: 'detached' });
  await form.waitFor({ state: 'detached' });
  assert.ok((await page.evaluate<string>(addresses)).includes(value.toLowerCase()));
}

const addresses = `fetch('/api/app-addresses?v=1').then((one) => one.text()).then((text) => text.toLowerCase())`;
