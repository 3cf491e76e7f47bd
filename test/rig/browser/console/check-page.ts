// Checks a whole page of the console with axe, and takes pictures if a folder for them is set.
import type { Page } from 'playwright-core';
import { assertAccessible } from '../checkout/checkout-visit.ts';
import { photograph } from './screenshots.ts';
import { waitForAnimations } from './wait-for-animations.ts';

export async function lookWhole(page: Page, name: string): Promise<void> {
  await settled(page);
  await assertAccessible(page, name);
  await photograph(page, name, { isWhole: true });
}

/** Waits until dialogs have faded in or out. The scrolled part of a dialog lies below its header. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`for (const part of document.querySelectorAll('.mantine-Modal-content,.mantine-Drawer-content'))
    part.scrollTop = 0`);
  await waitForAnimations(page);
}
