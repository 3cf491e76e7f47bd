// Looks at a whole page of the console: axe finds nothing, and pictures are taken where a folder for them is named.
import type { Page } from 'playwright-core';
import { assertAccessible } from '../checkout/checkout-visit.ts';
import { photograph } from './screenshots.ts';
import { standsStill } from './wait-for-animations.ts';

export async function lookWhole(page: Page, name: string): Promise<void> {
  await settled(page);
  await assertAccessible(page, name);
  await photograph(page, name, { isWhole: true });
}

/** Dialogs fade in and out. The scrolled part of a dialog is under its head. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`for (const part of document.querySelectorAll('.mantine-Modal-content,.mantine-Drawer-content'))
    part.scrollTop = 0`);
  await standsStill(page);
}
