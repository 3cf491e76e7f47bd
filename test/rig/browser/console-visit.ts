// Visits to the console: browsers of their own, what they complain of, and pictures of what they show.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { People } from '../people.ts';
import { visitCheckout } from './checkout-visit.ts';

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
      // What is still fading in has less contrast than it will have.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      page.on('pageerror', (error) => heard.push(error.message));
      page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
      return page;
    },
    complaints: () => heard.filter((one) => !/status of (?:401|403|422|429)|ERR_INTERNET_DISCONNECTED/.test(one)),
  };
}

/** At a phone's width and a desk's, in both schemes, where SCREENSHOTS names a folder for them. */
export async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const size = page.viewportSize();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 860 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
}
