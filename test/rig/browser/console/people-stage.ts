// The setup for tests of teams, accounts and the operator: a stage with mail, a paid production shop, and a browser.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { buildConsole } from '../../../../web/console/build.ts';
import { type Client, client, type Json, ok, until } from '../../client.ts';
import { boundApi } from '../../merchant.ts';
import { startMailServer } from '../../outside/mail-server.ts';
import { confirmBy } from '../../people.ts';
import { newAddress, startStage, units } from '../../stage.ts';
import { launchBrowser } from '../browser.ts';
import { assertAccessible, visitCheckout } from '../checkout/checkout-visit.ts';
import { pageNetwork } from '../page-network.ts';
import { localDoor } from './local-host-name.ts';
import { photograph } from './screenshots.ts';
import { waitForAnimations } from './wait-for-animations.ts';

const door = await localDoor();
export const url = door.origin;
export const [mail, browser] = await Promise.all([
  startMailServer(),
  launchBrowser(),
  buildConsole({ if: 'missing or stale' }),
]);
// A main network, so that a production app can be paid.
export const stage = await startStage({
  network: async () => ({ ...pageNetwork, test: false }),
  env: { SMTP_URL: mail.url, SIGN_UP: 'open', PUBLIC_URL: url, PAYOUT_DELAY: '2h' },
});
door.leadTo(stage.service.url);
export const password = 'correct horse battery';
export const complaints: string[] = [];

/** Must be called after the last test. */
export async function closePeopleStage(): Promise<void> {
  await browser.close();
  // An attempt is open, so that the service follows the network to its head.
  const owed = await ok<Json>(api.as(shop.token).post('/invoice', { total: '10', currency: 'USD' }));
  await stage.attempt(owed, newAddress());
  await stage.close();
  await mail.close();
  door.close();
}

/** A production app that was paid, so that its next address change must wait. */
async function paidShop(api: Client): Promise<Json> {
  const wanted = { name: 'Bean and Leaf', url: 'https://shop.example', environment: 'production' };
  const app = await ok<Json>(api.post('/app', wanted));
  await ok(api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: 'ETH', network: 'local' }));
  await ok(api.post('/app-address', { app_id: app.id, network: 'local', kind: 'address', value: newAddress() }));
  const owed = await ok<Json>(api.as(app.token).post('/invoice', { total: '10', currency: 'USD' }));
  const customer = await stage.customer();
  const quote = await stage.attempt(owed, customer.address);
  await customer.pay(quote.to, units(quote.amount, 18));
  await stage.mine(4);
  await stage.invoiceBecomes(owed.id, { status: 'paid' });
  return app;
}

export const api = await boundApi(stage.service, stage.merchant);
export const shop = await paidShop(api);

/** Opens a separate browser at `path` and signs in. */
export async function signedIn(email: string, secret: string, path: string): Promise<Page> {
  const { page } = await visitCheckout(browser, { origin: url });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`${url}${path}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}${path}`);
  // The URL changes before the data of the next screen is fetched.
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ state: 'detached' });
  return page;
}

export const owner = (path: string) => signedIn(stage.merchant.email, stage.merchant.password, path);

/** Creates a person with a confirmed e-mail address. */
export async function newPerson(email: string, name: string): Promise<void> {
  const made = await client(stage.service.apiUrl, null).post<Json>('/auth/sign-up/email', { email, password, name });
  assert.equal(made.status, 200);
  await confirmBy(linkIn(await mailTo(email, /Confirm your e-mail address/)).replace(url, stage.service.url));
}

export function mailTo(email: string, subject: RegExp): Promise<string> {
  return until(
    () => mail.mails.findLast((one) => one.to.includes(email) && subject.test(one.text))?.text,
    `a mail to ${email}`,
  );
}

export function linkIn(text: string): string {
  return /https?:\/\/\S+\?token=[\w.%-]+/.exec(text)?.[0] ?? assert.fail(text);
}

/**
 * Checks the page against WCAG 2.2 AA. If a folder is set, takes pictures at phone and desktop widths in both schemes.
 */
export async function look(page: Page, name: string): Promise<void> {
  await waitForAnimations(page);
  await assertAccessible(page, name);
  await photograph(page, name, { isWhole: true });
}

export const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
export const inDialog = (page: Page, name: string | RegExp) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click();

/** One network with every possible problem at once, which a real network does not produce on demand. */
export function networksInTrouble(networks: Json[]): Json[] {
  return networks.map((one) => {
    if (one.symbol !== 'local') return one;
    const [endpoint] = one.endpoints;
    const liar = {
      ...endpoint,
      name: 'rpc.example',
      state: 'quarantined',
      behind: 3,
      error_rate: 0.2,
      budget_used: 0.91,
    };
    const reason = 'It named another hash for block 120 than two others did';
    return {
      ...one,
      state: 'away',
      halted: 'Block 118 is not on the chain any more, deeper than reorg_depth',
      dispute: 'rpc.example names another hash for block 120',
      reached_at: new Date(Date.now() - 600_000).toISOString(),
      budget: { requests: 100_000, seconds: 86_400 },
      units_per_day: 1_250_000,
      endpoints: [endpoint, { ...liar, reason }],
    };
  });
}
