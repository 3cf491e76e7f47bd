// Keeps open folds and typed text while the script redraws the page.

/** Call it directly before the redraw, and the returned function directly after it. */
export function keepInput(root: HTMLElement): () => void {
  const unfolded = [...root.querySelectorAll<HTMLDetailsElement>('details[open]')];
  const typed = [...root.querySelectorAll('input')].map((field) => [field, field.value] as const);
  return () => {
    for (const fold of unfolded) fold.open = true;
    for (const [field, value] of typed) {
      if (field.value === value) continue;
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
}
