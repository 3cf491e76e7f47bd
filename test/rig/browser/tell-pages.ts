// Says what the open pages showed when a story failed: what was waited for in vain is rarely all there is to know.
import { afterEach, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';

const mostCharacters = 1_500;
/** The status that the page was answered with, and its text. */
const shown = `performance.getEntriesByType('navigation')[0]?.responseStatus + ' ' + document.body.innerText`;
const browsers = new Set<Browser>();

/** From now on, for the stories of the file that is being run. */
export function tellPagesOf(browser: Browser): void {
  browsers.add(browser);
}

// A hook that is set within another one is never called, so it is set while the file is loaded.
if (process.env.NODE_TEST_CONTEXT !== undefined) afterEach((context) => tell(context as Ended));

/** `passed` is not in the types yet: https://nodejs.org/api/test.html#contextpassed */
type Ended = TestContext & { readonly passed: boolean };

async function tell(context: Ended): Promise<void> {
  if (context.passed) return;
  for (const page of [...browsers].flatMap((one) => one.contexts()).flatMap((one) => one.pages())) {
    const text = await page.evaluate(shown).catch((error: unknown) => String(error));
    context.diagnostic(`${page.url()} showed: ${String(text).slice(0, mostCharacters)}`);
  }
}
