// Spreads a sudden crowd of requests over about a second, so that other requests are served in between.

const intervalMillis = 20;

/**
 * Returns a function to call when a new item waits. `serveNext` serves one waiting item, and returns false if there is
 * none. At most `atOnce` items are served now, and again every 20 milliseconds while items wait.
 */
export function paced(atOnce: () => number, serveNext: () => boolean): () => void {
  let left = atOnce();
  let isCounting = false;
  const serve = () => {
    while (left > 0 && serveNext()) left -= 1;
    if (isCounting) return;
    isCounting = true;
    setTimeout(() => {
      const someMayWait = left <= 0;
      isCounting = false;
      left = atOnce();
      if (someMayWait) serve();
    }, intervalMillis).unref();
  };
  return serve;
}
