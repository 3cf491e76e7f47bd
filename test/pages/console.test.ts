// The console as a merchant meets it: a real service, a real browser, mouse and keyboard.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../web/console/build.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { assertAccessible, seeHeading, visitCheckout } from '../rig/browser/checkout-visit.ts';
import { freshEmail, type People, startPeople } from '../rig/people.ts';

const password = 'correct horse battery';

let people: People;
let browser: Browser;
let url: string;
const complaints: string[] = [];

before(async () => {
  [people, browser] = await Promise.all([startPeople(), launchBrowser(), buildConsole({ if: 'missing or stale' })]);
  url = people.service.url;
});

after(async () => {
  await browser?.close();
  await people?.close();
});

test('the first page says what this is, and leads to the console', async () => {
  const page = await visitor();
  const answer = await page.goto(url);
  assert.match(answer?.headers()['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/);
  await assertAccessible(page, 'the first page');
  await photograph(page, 'home');
  await page.getByRole('link', { name: 'Open the console' }).click();
  await seeHeading(page, 'Sign in');
  await page.context().close();
});

test('a person signs up, sees the console, signs in again elsewhere, and no policy is broken', async () => {
  const email = freshEmail();
  const page = await visitor();
  const answer = await page.goto(`${url}/console/sign-up`);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  assert.doesNotMatch(policy, /unsafe/);
  assert.match(policy, /style-src 'self' 'nonce-[\w-]{22}'/);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page
    .getByText(/guess|common/i)
    .first()
    .waitFor();
  await assertAccessible(page, 'sign-up, refused');
  await photograph(page, 'sign-up-refused');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await seeHeading(page, 'Set up your shop');
  await assertAccessible(page, 'the shell');
  await photograph(page, 'shell');

  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await seeHeading(page, 'Invoices');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await photograph(page, 'keys');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search').fill('web');
  await photograph(page, 'search');
  await page.keyboard.press('Enter');
  await seeHeading(page, 'Webhooks');
  await page.context().close();

  const other = await visitor();
  await other.goto(`${url}/console/settings/team`);
  await seeHeading(other, 'Sign in');
  await other.getByLabel('E-mail').fill(email);
  await other.getByLabel('Password', { exact: true }).fill('not the password');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('alert').filter({ hasText: 'do not belong together' }).waitFor();
  await assertAccessible(other, 'sign-in, wrong');
  await photograph(other, 'sign-in-wrong');
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await seeHeading(other, 'Team');
  await other.context().close();
  assert.deepEqual(
    complaints.filter((one) => !one.includes('status of 401') && !one.includes('status of 422')),
    [],
  );
});

/** A browser of its own; closed by its context. */
async function visitor(
  viewport = { width: 1280, height: 860 },
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const visit = await visitCheckout(browser, { origin: url, viewport, colorScheme });
  visit.page.on('pageerror', (error) => complaints.push(error.message));
  visit.page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  return visit.page;
}

/** At a phone's width and a desk's, in both schemes, where a folder for them is named. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const size = page.viewportSize();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 860 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
}
