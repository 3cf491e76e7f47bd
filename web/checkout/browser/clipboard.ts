// Copies text, also where the page is not served over a secure connection and `navigator.clipboard` is missing.

/** The text that was copied before the script could confirm it. */
let early: string | null = null;

/** Copies during a click for which `copyText` is called only later. */
export async function copyEarly(text: string): Promise<void> {
  if (await copyText(text)) early = text;
}

/** Returns whether the text is on the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  const isThere = early === text;
  early = null;
  if (isThere) return true;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'off-screen';
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
