// Waits for animations, since a moving element can be neither read nor checked.
import type { Page } from 'playwright-core';
import { until } from '../../client.ts';

const isStill = `document.getAnimations().every(({ effect }) => effect.getComputedTiming().iterations === Infinity)
  && [...document.querySelectorAll('.mantine-Modal-content')].every((one) => getComputedStyle(one).opacity === '1')`;

/** Waits until no finite animation runs and no dialog is fading. */
export async function waitForAnimations(page: Page): Promise<void> {
  await until(() => page.evaluate<boolean>(isStill), 'the page to stand still');
}
