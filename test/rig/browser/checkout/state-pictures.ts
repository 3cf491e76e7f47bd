// Checks one state of a page against WCAG and at three widths, and takes pictures in both color schemes.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits } from './checkout-visit.ts';

/** A phone, a tablet, and a desktop window. */
export const widths = [
  { width: 375, height: 667 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
] as const;

/**
 * Runs axe at the last width, where nothing is folded, and checks that nothing overflows at any width. Leaves the
 * window at the last width in the light scheme. Writes `{state}-{width}-{scheme}.png` to the folder in the variable
 * STATE_PICTURES; without it, takes no pictures.
 */
export async function lookAtState(page: Page, state: string): Promise<void> {
  const folder = process.env.STATE_PICTURES;
  if (folder) await takePictures(page, join(folder, state));
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    await assertFits(page, `${state}, ${viewport.width} px`);
  }
  await assertAccessible(page, state);
}

async function takePictures(page: Page, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const viewport of widths) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: `${path}-${viewport.width}-${colorScheme}.png`, fullPage: true });
    }
  }
}
