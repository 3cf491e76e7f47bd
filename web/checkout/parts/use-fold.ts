// A fold that is closed only in certain windows.
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * The reference for a `<details>` that is closed where the media query `closed` matches, and open elsewhere. The
 * stylesheet does the same, so that nothing moves when the script arrives; this is for browsers without
 * ::details-content.
 */
export function useFold(closed: string) {
  const fold = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    const query = matchMedia(closed);
    const follow = (): void => {
      if (fold.current !== null) fold.current.open = !query.matches;
    };
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [closed]);
  return fold;
}
