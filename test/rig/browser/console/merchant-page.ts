// A merchant's browser in the console: signed in through the page, with its errors recorded, and searching with ⌘K.
import type { Browser, Page } from 'playwright-core';
import type { Stage } from '../../stage.ts';
import { visitCheckout } from '../checkout/checkout-visit.ts';

/**
 * Opens `path` as the stage's merchant and signs in on the page that it redirects to. Browser errors are appended to
 * the list.
 */
export async function merchantPage(
  browser: Browser,
  { stage, path, complaints }: { readonly stage: Stage; readonly path: string; readonly complaints: string[] },
): Promise<Page> {
  const origin = stage.service.url;
  const { page } = await visitCheckout(browser, { origin, viewport: { width: 1280, height: 860 } });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`${origin}/console${path}`);
  await page.getByLabel('E-mail').fill(stage.merchant.email);
  await page.getByLabel('Password', { exact: true }).fill(stage.merchant.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Console', exact: true }).waitFor();
  return page;
}

/** Opens the search and types into it. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByLabel('Search the console').fill(text);
}

/**
 * Presses keys of one shortcut, such as 'g' and 'i', without waiting between them, so that a slow machine does not
 * break it.
 */
export async function pressInARow(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}
