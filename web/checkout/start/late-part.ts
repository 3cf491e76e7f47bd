// Parts of the script that are fetched once they are needed, over a connection that may break without a word.

/** Milliseconds; a part is some 15 kB. */
const patience = 20_000;
const answerTimeout = 5000;
const pause = 3000;

/**
 * What `part` brings. A browser waits for ever for a file whose connection went silent, and asks for it no second time:
 * where nothing came for 20 seconds, the page is loaded anew as soon as the service answers.
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
