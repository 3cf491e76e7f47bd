// The key of all copy buttons: there may be many on a screen, so it goes from one to the next.

/** Copies what the first copy button in sight stands beside; where one has the focus, the next. */
export function copyNext(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-copies]')].filter((one) => one.checkVisibility());
  const after = buttons.indexOf(document.activeElement as HTMLElement) + 1;
  const next = buttons[after] ?? buttons[0];
  next?.focus();
  next?.click();
}
