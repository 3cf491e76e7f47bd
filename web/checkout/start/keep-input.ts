// What was unfolded and typed on the page before its script draws it anew, folded and empty.

/** To be called right before; what it answers, right after. */
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
