// Writes down what the open pages showed when a story failed: the assertion alone rarely says why.
import { afterEach } from 'node:test';
import type { Browser } from 'playwright-core';
import { hearWitnesses, onFailure } from '../run/runner/on-failure.ts';
import { isWarmWorker } from '../run/runner/warm-worker.ts';

const mostCharacters = 1_500;
/** The status that the page was answered with, and its text. */
const shown = `performance.getEntriesByType('navigation')[0]?.responseStatus + ' ' + document.body.innerText`;
const browsers = new Set<Browser>();

/** From now on, until it is closed. */
export function tellPagesOf(browser: Browser): void {
  browsers.add(browser);
  browser.once('disconnected', () => browsers.delete(browser));
}

onFailure(async () => {
  for (const page of [...browsers].flatMap((one) => one.contexts()).flatMap((one) => one.pages())) {
    const text = await page.evaluate(shown).catch((error: unknown) => String(error));
    console.error(`${page.url()} showed: ${String(text).slice(0, mostCharacters)}`);
  }
});

// A worker sets the hook for each file. A hook that is set within another one is never called, so here it is set while
// the file is loaded.
if (!isWarmWorker && process.env.NODE_TEST_CONTEXT !== undefined) afterEach(hearWitnesses);
