// Unfolds the target of the URL, for browsers that do not do so themselves.

export function revealTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let isHidden = false;
  for (let parent = target?.parentElement; parent; parent = parent.parentElement) {
    if (!(parent instanceof HTMLDetailsElement) || parent.open) continue;
    parent.open = true;
    isHidden = true;
  }
  if (isHidden) target?.scrollIntoView();
}
