// Parts of the script that are loaded when they are needed, over a connection that may fail silently.

/** Milliseconds; a part is some 15 kB. */
const patience = 20_000;
const answerTimeout = 5000;
const pause = 3000;

/**
 * Returns the loaded part. A browser waits for ever for a file whose connection went silent and does not request it
 * again. After 20 seconds without it the page is reloaded, as soon as the service answers.
 */
export async function latePart<T>(part: Promise<T>): Promise<T> {
  let isOver = false;
  const reloadWhenAnswered = async (): Promise<void> => {
    while (!isOver) {
      if (await serviceAnswers()) {
        if (!isOver) location.reload();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  const timer = setTimeout(() => void reloadWhenAnswered(), patience);
  try {
    return await part;
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

function serviceAnswers(): Promise<boolean> {
  const asked = fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(answerTimeout) });
  return asked.then(
    (answer) => answer.ok,
    () => false,
  );
}
