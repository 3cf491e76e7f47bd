// Two ways to operate a page: by mouse or touch, or by the keyboard alone. Both count their actions.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

export interface Hands {
  /** Replaces the content of a field. */
  fill(field: Locator, text: string): Promise<void>;
  /** Presses a button, follows a link, or ticks a box. */
  press(control: Locator): Promise<void>;
  /** Clicks (or taps) and key presses so far. A typed or pasted text counts as one key press. */
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

/** Reaches every control with Tab, like a person without a mouse. */
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
  // Tab leads to the chosen button of a group, and the arrow keys to the others.
  const choose = async (wanted: Locator, group: string) => {
    await reach(page.locator(`input[name="${group}"]:checked`));
    for (let others = 0; !(await wanted.isChecked()); others++) {
      assert.ok(others < mostTabs, `The arrow keys do not lead to ${wanted}`);
      await key('ArrowDown');
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
      const { type, name } = await control.evaluate((element) => {
        const { type = '', name = '' } = element as { type?: string; name?: string };
        return { type, name };
      });
      if (type === 'radio') return choose(control, name);
      await reach(control);
      await key(type === 'checkbox' ? 'Space' : 'Enter');
    },
  };
}
