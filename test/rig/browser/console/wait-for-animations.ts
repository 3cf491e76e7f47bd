// What is still moving in, or out, is neither to be read nor to be judged.
import type { Page } from 'playwright-core';
import { until } from '../../client.ts';

const isStill = `document.getAnimations().every(({ effect }) => effect.getComputedTiming().iterations === Infinity)
  && [...document.querySelectorAll('.mantine-Modal-content')].every((one) => getComputedStyle(one).opacity === '1')`;

/** Waits until nothing moves on the page but what moves for ever, and no dialog is still fading in or out. */
export async function standsStill(page: Page): Promise<void> {
  await until(() => page.evaluate<boolean>(isStill), 'the page to stand still');
}
