// Visits to the console: browsers of their own, what they complain of, and pictures of what they show.
import type { Browser, Page } from 'playwright-core';
import { type People, password } from '../../people.ts';
import { newAddress } from '../../stage.ts';
import { assertAccessible, visitCheckout } from '../checkout/checkout-visit.ts';
import type { Hands } from './input-devices.ts';
import { photograph } from './screenshots.ts';

export interface ConsoleVisits {
  /** A browser at an address of its own. The caller closes its context. */
  visitor(viewport?: { readonly width: number; readonly height: number }): Promise<Page>;
  /** What browsers complain of, but for refusals that a story provokes: those are answers, not faults of the page. */
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

/** Nothing that a machine finds against WCAG; and, where a folder is named, pictures. */
export async function look(page: Page, name: string): Promise<void> {
  await photograph(page, name, { isWhole: true });
  await assertAccessible(page, name);
}

/** As `look`, in dark: Mantine's own layers and faded parts, which no stylesheet of ours names. */
export async function lookInDark(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
  await assertAccessible(page, `${name}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' });
}

/** A customer pays an invoice of 12.50 USD in this way meanwhile. A text, because it runs within the page. */
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
