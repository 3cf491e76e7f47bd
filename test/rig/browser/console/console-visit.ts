// Visits to the console in separate browsers, with their errors and pictures of their pages.
import type { Browser, Page } from 'playwright-core';
import { type People, password } from '../../people.ts';
import { newAddress } from '../../stage.ts';
import { assertAccessible, visitCheckout } from '../checkout/checkout-visit.ts';
import type { Hands } from './input-devices.ts';
import { photograph } from './screenshots.ts';

export interface ConsoleVisits {
  /** Opens a browser with its own IP address. The caller must close its context. */
  visitor(viewport?: { readonly width: number; readonly height: number }): Promise<Page>;
  /** Errors of browsers, without the rejections that a test provokes on purpose. */
  complaints(): string[];
}

export function consoleVisits(browser: Browser, origin: string, people: Pick<People, 'browser'>): ConsoleVisits {
  const heard: string[] = [];
  return {
    async visitor(viewport = { width: 1280, height: 860 }) {
      const { page, context } = await visitCheckout(browser, { origin, viewport });
      await context.setExtraHTTPHeaders({ ...people.browser().from });
      page.on('pageerror', (error) => heard.push(error.message));
      page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
      return page;
    },
    complaints: () => heard.filter((one) => !/status of (?:401|403|422|429)|ERR_INTERNET_DISCONNECTED/.test(one)),
  };
}

export async function signIn(page: Page, hands: Hands, email: string): Promise<void> {
  await hands.fill(page.getByLabel('E-mail'), email);
  await hands.fill(page.getByLabel('Password', { exact: true }), password);
  await hands.press(page.getByRole('button', { name: 'Sign in', exact: true }));
}

/** Asserts that axe finds no violation of WCAG, and takes pictures if a folder is set. */
export async function look(page: Page, name: string): Promise<void> {
  await photograph(page, name, { isWhole: true });
  await assertAccessible(page, name);
}

/** As `look`, in dark mode: covers Mantine's own layers and faded parts, which our stylesheets do not name. */
export async function lookInDark(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
  await assertAccessible(page, `${name}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' });
}

/** Simulates a payment of an invoice of 12.50 USD. Source text, because it runs inside the page. */
export const simulate = (how: 'paid' | 'underpaid' | 'wrong_asset') => `(async () => {
  const ask = async (method, path, body, csrf = '') => {
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
    const answer = await fetch('/api' + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, csrf: answer.headers.get('x-csrf-token'), body: await answer.json() };
  };
  const apps = await ask('GET', '/app?v=1');
  const post = (path, body) => ask('POST', path + '?v=1', body, apps.csrf);
  const invoice = await post('/invoice', { app_id: apps.body[0].id, total: '12.50', currency: 'USD' });
  const coin = { cryptocurrency: 'ETH', network: 'local', invoice_id: invoice.body.id };
  const attempt = await post('/transaction', { ...coin, from: '${newAddress()}' });
  return (await post('/sandbox/transaction/' + attempt.body.id + '/simulate', { case: '${how}' })).status;
})()`;
