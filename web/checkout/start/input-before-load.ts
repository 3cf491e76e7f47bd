// Input that arrives before the script that handles it: it starts loading that script, is kept, and is replayed.
import { copyEarly } from '../browser/clipboard.ts';

export interface EarlyInput {
  /** The script is ready: replays the kept input and keeps no more. */
  handOver(): void;
}

/** Calls `wake` at the first input. Things that browsers do without a script happen at once. */
export function takeEarlyInput(root: HTMLElement, wake: () => void): EarlyInput {
  const clicked: HTMLElement[] = [];
  const click = (event: MouseEvent): void => {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>('button, .fact');
    if (button === null) return;
    event.preventDefault();
    event.stopPropagation();
    clicked.push(button);
    // Some browsers allow copying only during the click itself.
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

/** Chromium reports a mouse movement when the page grows under a resting mouse; that is not input. */
function isStill(event: Event): boolean {
  const { movementX, movementY } = event as Partial<PointerEvent>;
  return event.type === 'pointermove' && movementX === 0 && movementY === 0;
}
