// The shortcut of all copy buttons: a screen may have many, so it goes from one to the next.

/** Copies the text of the first visible copy button, or of the one after the focused button. */
export function copyNext(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-copies]')].filter((one) => one.checkVisibility());
  const after = buttons.indexOf(document.activeElement as HTMLElement) + 1;
  const next = buttons[after] ?? buttons[0];
  next?.focus();
  next?.click();
}
