// Runs the countdown of a page that the server drew, until the script draws it.
import { isUrgent, type ServerClock, timeLeft } from '../rules/server-clock.ts';

/**
 * Changes only the text, so that the script finds the elements that it would have drawn. Returns a function that ends
 * it.
 */
export function runCountdown(root: HTMLElement, clock: ServerClock): () => void {
  const tick = (): void => {
    const shown = root.querySelector<HTMLTimeElement>('.countdown time');
    const text = shown?.firstChild;
    if (!shown || !text) return;
    const end = Date.parse(shown.dateTime);
    text.nodeValue = timeLeft(end, clock.now());
    shown.parentElement?.classList.toggle('urgent', isUrgent(end, clock.now()));
  };
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}
