// Pictures of a page in one state, at the three widths and in both colour schemes, each checked by axe on the way.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { assertAccessible } from './checkout-visit.ts';

/** A phone, a tablet, and a window on a desk. */
export const widths = [
  { width: 375, height: 667 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
] as const;

/**
 * Looks at the page as it stands, and leaves its window at the last width in light. Pictures are kept in the folder
 * that the environment variable STATE_PICTURES names, as `{state}-{width}-{scheme}.png`; without it none are.
 */
export async function lookAtState(page: Page, state: string): Promise<void> {
  const folder = process.env.STATE_PICTURES;
  if (folder) await mkdir(folder, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const viewport of widths) {
      await page.setViewportSize(viewport);
      await assertAccessible(page, `${state}, ${viewport.width} px, ${colorScheme}`);
      if (!folder) continue;
      const path = join(folder, `${state}-${viewport.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
}
