// Adds a button above each sample that copies it.

/** Milliseconds for which the button confirms the copy. */
const shownMillis = 2_000;

/** Does nothing if the browser gives the page no clipboard, as over plain http. */
export function addCopyButtons(): void {
  if (navigator.clipboard === undefined) return;
  for (const figure of document.querySelectorAll('.samples figure')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, shownMillis);
    });
    figure.querySelector('figcaption')?.append(button);
  }
}
