// Changes the language of the console, and checks its screens on a phone.
import type { Page } from 'playwright-core';
import { until } from '../client.ts';
import { consoleTextsIn } from './locales.ts';

/** The texts of these places in a language, and the path of each below `/console/`. */
const places = { home: '', invoices: 'invoices', payments: 'payments', webhooks: 'settings/webhooks' } as const;

export interface LanguageVisit {
  readonly code: string;
  /** Opens a place of the console. */
  readonly go: (place: string) => Promise<void>;
  /** Runs on each screen. */
  readonly look: (name: string) => Promise<void>;
}

/**
 * Chooses the language `code` by its own name. Asserts that each screen has its heading in that language, the correct
 * direction, and no overflow at 375 pixels.
 */
export async function visitInLanguage(page: Page, { code, go, look }: LanguageVisit): Promise<void> {
  const [locale, texts] = consoleTextsIn(code);
  await page.locator('select:visible', { hasText: locale.name }).selectOption({ label: locale.name });
  await page.locator(`html[lang="${code}"][dir="${locale.direction}"]`).waitFor();
  const size = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 812 });
  try {
    for (const [name, place] of Object.entries(places)) {
      await go(place);
      const heading = String(texts.places?.[name]);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await look(`${name}-${code}`);
      // Pictures change the width of the page, and its layout follows in a later frame.
      await until(() => page.evaluate<boolean>(fitsScreen), `${name} in ${code} to be no wider than the screen`);
    }
  } finally {
    // Otherwise every later test of the file waits for parts that a phone does not show.
    if (size !== null) await page.setViewportSize(size);
  }
}

const fitsScreen = 'document.documentElement.scrollWidth === document.documentElement.clientWidth';
