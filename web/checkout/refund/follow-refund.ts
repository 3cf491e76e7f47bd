// Keeps the refund page up to date where scripts run, and copies the address. The server draws every state.

const pauseMilliseconds = 10_000;

async function look(): Promise<void> {
  const shown = document.querySelector('main');
  if (shown === null || document.hidden || isFilledIn(shown)) return;
  const response = await fetch(location.href, { credentials: 'same-origin', cache: 'no-store' });
  if (!response.ok) return;
  const drawn = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = drawn.querySelector('main');
  if (main !== null && !isFilledIn(shown)) replace(shown, main, drawn);
}

/** Replaces what changed. A screen reader reads out the heading of a new state, and keeps its place within a state. */
function replace(shown: Element, main: Element, drawn: Document): void {
  const isNewState = shown.getAttribute('data-state') !== main.getAttribute('data-state');
  // An unfinished form and its error stay.
  if (!isNewState && (shown.querySelector('form') !== null || shown.innerHTML === main.innerHTML)) return;
  const hadFocus = shown.contains(document.activeElement);
  for (const part of ['main > :not([role=status])', 'aside > *']) put(part, drawn);
  shown.setAttribute('data-state', main.getAttribute('data-state') ?? '');
  document.title = drawn.title;
  showCopying();
  if (!isNewState) return;
  const announced = shown.querySelector('[role=status]');
  if (announced !== null) announced.textContent = shown.querySelector('h1')?.textContent ?? '';
  if (hadFocus) (shown as HTMLElement).focus({ preventScroll: true });
}

/** Exchanges these elements of the page for those of the drawn one, in their common parent. */
function put(selector: string, drawn: Document): void {
  const old = [...document.querySelectorAll(selector)];
  const parent = old[0]?.parentElement;
  for (const one of old) one.remove();
  parent?.append(...drawn.querySelectorAll(selector));
}

/** Whether the customer is entering an address, or has opened a fold. */
function isFilledIn(main: Element): boolean {
  const field = main.querySelector<HTMLInputElement>('#to');
  return field !== null && (field.value !== '' || main.querySelector('details[open]') !== null);
}

/** The buttons are hidden until a script can copy. `navigator.clipboard` is missing on insecure pages. */
function showCopying(): void {
  const hasClipboard = 'clipboard' in navigator;
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = !hasClipboard;
}

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
  const face = button?.firstElementChild;
  if (!button || !face) return;
  await navigator.clipboard.writeText(button.dataset.copy ?? '');
  const before = face.textContent;
  button.classList.add('copied');
  face.textContent = button.dataset.copied ?? before;
  setTimeout(() => {
    button.classList.remove('copied');
    face.textContent = before;
  }, 2500);
});

const state = document.querySelector('main')?.getAttribute('data-state');
if (state !== null && state !== undefined) {
  showCopying();
  setInterval(() => void look().catch(() => undefined), pauseMilliseconds);
  document.addEventListener('visibilitychange', () => void look().catch(() => undefined));
}
