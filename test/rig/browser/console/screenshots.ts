// Takes pictures of pages for people to review, at phone and desktop widths, in both schemes.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { waitForAnimations } from './wait-for-animations.ts';

export interface PictureOptions {
  /** Takes the whole page, not only the visible part. */
  readonly isWhole?: boolean;
}

/** Takes pictures only if the environment variable SCREENSHOTS names a folder. */
export async function photograph(page: Page, name: string, { isWhole = false }: PictureOptions = {}): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const size = page.viewportSize();
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 860 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await waitForAnimations(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: isWhole });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size !== null) await page.setViewportSize(size);
}
