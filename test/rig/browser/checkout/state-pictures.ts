// A page in one state, held against WCAG and at three widths; and pictures of it, in both colour schemes.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { assertAccessible, assertFits } from './checkout-visit.ts';

/** A phone, a tablet, and a window on a desk. */
export const widths = [
  { width: 375, height: 667 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
] as const;

/**
 * Looks at the page as it stands, and leaves its window at the last width in light: axe there, where nothing is folded,
 * and nothing that is wider than the window at any width. Pictures are kept in the folder that the environment variable
 * STATE_PICTURES names, as `{state}-{width}-{scheme}.png`; without it none are.
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
