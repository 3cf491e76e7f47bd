// A customer at the checkout page: a fresh browser profile, what the page asks for and complains about, and how to read
// its screens.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { until } from '../../client.ts';

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything the page asked for, as 'GET /path'. */
  readonly requests: readonly string[];
  /** What of it went to another origin than `origin`. */
  readonly foreign: readonly string[];
  /** Errors of the page and of its console. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  /** Of the service. */
  readonly origin: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** Fingers instead of a mouse. */
  readonly isPhone?: boolean;
}

/** The caller closes the context. */
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
 * What everything that the page asks for from now on takes on the wire, headers and body as they travel, in bytes by
 * URL. Streams of events are left out: they have no end.
 */
export async function weigh(page: Page): Promise<ReadonlyMap<string, number>> {
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

/** Waits for a heading; `nudge` is clicked whenever it is there and the heading is not. */
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
    throw new Error(`${error.message}; the page says:\n${await page.locator('main').innerText()}`);
  });
}

/** What the page says beside a term such as 'To this address', without the spaces that are there for the eye. */
export async function factOnPage(page: Page, term: string): Promise<string> {
  const fact = page.locator('.fact', { has: page.getByText(term, { exact: true }) });
  const shown = await fact.locator('.address, .amount').innerText();
  return shown.replace(/\s+/g, term.includes('address') ? '' : ' ').trim();
}

/**
 * Fails on anything that axe finds against WCAG 2.2 AA, and on a page that is wider than its window. Where a dialog is
 * open, axe looks into the dialog: it looked at the screen below when that was the screen. Contrast is most of its
 * work, so it looks at that once per screen: the tests named contrast.test.ts compute it from the stylesheets.
 */
export async function assertAccessible(page: Page, screen: string): Promise<void> {
  // Every screen has one, and is drawn once it is there.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await axe);
  const { face, found } = await page.evaluate<Look>(`(${lookWithAxe})(${JSON.stringify([...faces])})`);
  assert.deepEqual(found, [], screen);
  faces.add(face);
  await assertFits(page, screen);
}

/** The screens whose contrast axe has looked at, each by its heading, its width and its colour scheme. */
const faces = new Set<string>();

interface Look {
  readonly face: string;
  /** The rules that are broken, each with the elements that break it. */
  readonly found: readonly string[];
}

/**
 * A text, because it runs within the page. It lists no rule that passed, and makes no selectors. It scrolls to the top
 * first: axe measures the visible part of a button, and a scroll may have cut one.
 */
const lookWithAxe = `async (known) => {
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

/** Fails where something is wider than the window. */
export async function assertFits(page: Page, screen: string): Promise<void> {
  const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.equal(sideways, 0, `${screen}: nothing is wider than the window`);
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
