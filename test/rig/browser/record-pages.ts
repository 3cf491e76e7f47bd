// Prints the content of open pages when a test fails, since the assertion alone rarely explains the failure.
import { afterEach } from 'node:test';
import type { Browser } from 'playwright-core';
import { callWitnesses, onFailure } from '../run/runner/on-failure.ts';
import { isWarmWorker } from '../run/runner/warm-worker.ts';

const mostCharacters = 1_500;
/** The HTTP status of the page, and its text. */
const shown = `performance.getEntriesByType('navigation')[0]?.responseStatus + ' ' + document.body.innerText`;
const browsers = new Set<Browser>();

/** Covers all pages from now until the browser is closed. */
export function printPagesOnFailure(browser: Browser): void {
  browsers.add(browser);
  browser.once('disconnected', () => browsers.delete(browser));
}

onFailure(async () => {
  for (const page of [...browsers].flatMap((one) => one.contexts()).flatMap((one) => one.pages())) {
    const text = await page.evaluate(shown).catch((error: unknown) => String(error));
    console.error(`${page.url()} showed: ${String(text).slice(0, mostCharacters)}`);
  }
});

// A worker sets the hook for each file. Node never calls a hook that is set inside another one, so this sets it while
// the file loads.
if (!isWarmWorker && process.env.NODE_TEST_CONTEXT !== undefined) afterEach(callWitnesses);
