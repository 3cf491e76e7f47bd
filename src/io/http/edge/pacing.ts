// Spreads what a crowd asks for in one moment over a second or so, so that everybody else is served meanwhile.

const intervalMillis = 20;

/**
 * Answers what to call when somebody has come to wait. `serveNext` then serves one of those who wait, or answers false
 * where nobody does: at most `atOnce` times now, and again every 20 milliseconds for as long as somebody waits.
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
