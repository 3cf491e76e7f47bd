// What the reader does before the script that answers it is there: it calls for that script, is kept, and done again.
import { copyEarly } from '../browser/clipboard.ts';

export interface EarlyInput {
  /** The script is there: nothing is kept from it any more, and what was kept is done. */
  handOver(): void;
}

/** Calls `wake` at the first sign of a hand. What browsers do without a script, they do at once. */
export function takeEarlyInput(root: HTMLElement, wake: () => void): EarlyInput {
  const clicked: HTMLElement[] = [];
  const click = (event: MouseEvent): void => {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>('button, .fact');
    if (button === null) return;
    event.preventDefault();
    event.stopPropagation();
    clicked.push(button);
    // Later than in the click itself, some browsers let nothing be copied.
    const text = target.closest<HTMLElement>('[data-copy]')?.dataset.copy;
    if (text !== undefined) void copyEarly(text);
  };
  const submit = (event: Event): void => event.preventDefault();
  const heed = (event: Event): void => {
    if (isStill(event)) return;
    for (const sign of signs) removeEventListener(sign, heed);
    wake();
  };
  for (const sign of signs) addEventListener(sign, heed, { passive: true });
  root.addEventListener('click', click, true);
  root.addEventListener('submit', submit, true);
  return {
    handOver() {
      root.removeEventListener('click', click, true);
      root.removeEventListener('submit', submit, true);
      for (const one of clicked) one.click();
    },
  };
}

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

/** Chromium tells a page that grows under a mouse of a movement, by nothing: that is no hand. */
function isStill(event: Event): boolean {
  const { movementX, movementY } = event as Partial<PointerEvent>;
  return event.type === 'pointermove' && movementX === 0 && movementY === 0;
}
