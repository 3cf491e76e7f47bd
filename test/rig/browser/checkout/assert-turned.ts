// Checks the direction of a page's language.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { serviceWords } from '../../../../src/io/words/service-words.ts';

/** Checks that the page is in this language, mirrored for right-to-left languages, and that no text is cut off. */
export async function assertTurned(page: Page, language: string): Promise<void> {
  assert.deepEqual(
    await page.evaluate(`[document.documentElement.lang, getComputedStyle(document.body).direction,
      document.documentElement.scrollWidth - innerWidth]`),
    [language, serviceWords(language).language.direction, 0],
  );
}
