// A customer on the checkout page, in a fresh browser profile. Records requests and errors of the page, and reads its
// screens.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { until } from '../../client.ts';

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** All requests of the page, as 'GET /path'. */
  readonly requests: readonly string[];
  /** The requests to other origins than `origin`. */
  readonly foreign: readonly string[];
  /** Errors of the page and of its console. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  /** The origin of the service. */
  readonly origin: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** Uses touch instead of a mouse. */
  readonly isPhone?: boolean;
}

/** The caller must close the context. */
export async function visitCheckout(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { viewport = { width: 1280, height: 860 }, colorScheme = 'light', isPhone = false } = options;
  const context = await browser.newContext({ viewport, colorScheme, hasTouch: isPhone, isMobile: isPhone });
  const page = await context.newPage();
  const requests: string[] = [];
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'data:') return;
    requests.push(`${request.method()} ${url.pathname}`);
    if (url.origin !== options.origin) foreign.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { context, page, requests, foreign, complaints };
}

/**
 * Measures the bytes on the wire of all later requests, headers and bodies, by URL. Event streams are excluded because
 * they never end.
 */
export async function measureBytes(page: Page): Promise<ReadonlyMap<string, number>> {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const weights = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? '';
    if (!url.startsWith('data:')) weights.set(url, encodedDataLength);
  });
  await session.send('Network.enable');
  return weights;
}

/** Waits for a heading. Clicks `nudge` whenever it is visible while the heading is not. */
export async function seeHeading(
  page: Page,
  name: string | RegExp,
  nudge?: () => ReturnType<Page['getByRole']>,
): Promise<void> {
  const wanted = page.getByRole('heading', { level: 1, name, exact: true });
  const isSeen = async () => {
    if (nudge === undefined) return wanted.waitFor({ timeout: 120_000 });
    await until(
      async () => {
        if (await wanted.isVisible()) return true;
        if (await nudge().isVisible())
          await nudge()
            .click({ timeout: 1000 })
            .catch(() => undefined);
        return false;
      },
      `the heading ${name}`,
      { withinMs: 120_000 },
    );
  };
  await isSeen().catch(async (error: Error) => {
    const focus = await page.evaluate<string>(`document.activeElement?.outerHTML.slice(0, 200)`);
    const dialogs = await page.getByRole('dialog').allInnerTexts();
    const text = await page.locator('main').innerText();
    const seen = `${page.url()}, focus on ${focus}, dialogs ${JSON.stringify(dialogs)}`;
    throw new Error(`${error.message}; the page is ${seen} and says:\n${text}`);
  });
}

/** Returns the value of a term such as 'To this address', without spaces that only aid reading. */
export async function factOnPage(page: Page, term: string): Promise<string> {
  const fact = page.locator('.fact', { has: page.getByText(term, { exact: true }) });
  const shown = await fact.locator('.address, .amount').innerText();
  return shown.replace(/\s+/g, term.includes('address') ? '' : ' ').trim();
}

/**
 * Fails on any axe finding against WCAG 2.2 AA, and on a page wider than its window. If a dialog is open, axe checks
 * only the dialog, because the screen below was checked before. Contrast is checked once for each screen since it takes
 * most of the time; the tests named contrast.test.ts compute it from the stylesheets.
 */
export async function assertAccessible(page: Page, screen: string): Promise<void> {
  // Every screen has a heading, which appears when the screen is drawn.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await axe);
  const { face, found } = await page.evaluate<Look>(`(${runAxe})(${JSON.stringify([...checkedScreens])})`);
  assert.deepEqual(found, [], screen);
  checkedScreens.add(face);
  await assertFits(page, screen);
}

/** Screens with a finished contrast check, by heading, width and color scheme. */
const checkedScreens = new Set<string>();

interface Look {
  readonly face: string;
  /** The violated rules, each with the elements that violate it. */
  readonly found: readonly string[];
}

/**
 * Source text, because it runs inside the page. It omits passed rules and selectors to save time. It scrolls to the top
 * first, because axe measures only the visible part of a button.
 */
const runAxe = `async (known) => {
  scrollTo(0, 0);
  const open = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')];
  const dialog = open.findLast((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  const heading = (dialog ?? document).querySelector('h1, h2')?.textContent;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const chosen = document.documentElement.dataset.mantineColorScheme;
  const face = [dialog === undefined, heading, innerWidth, isDark, chosen].join();
  const { violations } = await axe.run(dialog ?? document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: !known.includes(face) } },
    resultTypes: ['violations'],
    selectors: false,
  });
  return { face, found: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')) };
}`;

/** Fails if an element is wider than the window. */
export async function assertFits(page: Page, screen: string): Promise<void> {
  const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.equal(sideways, 0, `${screen}: nothing is wider than the window`);
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
