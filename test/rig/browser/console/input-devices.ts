// How a person works a page: by mouse or thumb, or by the keyboard alone. Both count what they do.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

export interface Hands {
  /** Writes into a field in the place of what stands there. */
  fill(field: Locator, text: string): Promise<void>;
  /** Presses a button, follows a link, ticks a box. */
  press(control: Locator): Promise<void>;
  /** Clicks (or taps) and key presses so far; a text that is typed or pasted counts as one. */
  readonly count: { clicks: number; keys: number };
}

export function mouse(): Hands {
  const count = { clicks: 0, keys: 0 };
  return {
    count,
    async fill(field, text) {
      await field.click();
      count.clicks += 1;
      await field.fill(text);
      count.keys += 1;
    },
    async press(control) {
      await control.click();
      count.clicks += 1;
    },
  };
}

const mostTabs = 60;

/** Reaches everything with Tab; a person without a mouse has no other way. */
export function keyboard(page: Page): Hands {
  const count = { clicks: 0, keys: 0 };
  const key = async (name: string) => {
    await page.keyboard.press(name);
    count.keys += 1;
  };
  const reach = async (wanted: Locator) => {
    await wanted.waitFor();
    const isFocused = async () => (await wanted.and(page.locator(':focus')).count()) > 0;
    for (let tabs = 0; !(await isFocused()); tabs++) {
      assert.ok(tabs < mostTabs, `Tab does not lead to ${wanted}`);
      await key('Tab');
    }
  };
  return {
    count,
    async fill(field, text) {
      await reach(field);
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
      count.keys += 2;
    },
    async press(control) {
      await reach(control);
      const isBox = await control.evaluate((element) =>
        /^(?:checkbox|radio)$/.test((element as { type?: string }).type ?? ''),
      );
      await key(isBox ? 'Space' : 'Enter');
    },
  };
}
