// Pictures of what a story sees, for people to look at: at a phone's width and a desk's, in both schemes.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { standsStill } from './wait-for-animations.ts';

export interface PictureOptions {
  /** The whole page, not only what the window shows. */
  readonly isWhole?: boolean;
}

/** Takes none unless a folder for them is named in the environment variable SCREENSHOTS. */
export async function photograph(page: Page, name: string, { isWhole = false }: PictureOptions = {}): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const size = page.viewportSize();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 860 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await standsStill(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: isWhole });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
}
