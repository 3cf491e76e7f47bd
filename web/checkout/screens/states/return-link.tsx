// The link back to the shop. A customer who saw the payment arrive is redirected after five seconds, unless they stop
// it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { returnLink, webLink } from '../../rules/safe-link.ts';
import { useWords } from '../../words/words.ts';

const seconds = 5;

interface Props {
  readonly url: string | null | undefined;
  /** Whether to redirect automatically: not if there is something to read first, nor inside a frame. */
  readonly byItself: boolean;
}

export function ReturnLink({ url, byItself }: Props) {
  const { closed } = useWords();
  const href = returnLink(url);
  // An app may not be installed, so its link is never followed automatically.
  const isPage = webLink(url) !== null;
  const [left, setLeft] = useState<number | null>(null);
  const began = useRef(false);
  useEffect(() => {
    if (!isPage || !byItself || began.current || window.top !== window) return;
    began.current = true;
    setLeft(seconds);
  }, [isPage, byItself]);
  useEffect(() => {
    if (left === null || href === null) return;
    if (left === 0) return location.assign(href);
    // Counts only while the page is visible, so that a customer does not return to another page.
    const next = () => (document.visibilityState === 'visible' ? setLeft(left - 1) : wait());
    let timer: number;
    const wait = () => {
      timer = window.setTimeout(next, 1000);
    };
    wait();
    return () => clearTimeout(timer);
  }, [left, href]);
  if (href === null) return null;
  return (
    <div class="return">
      <a class="button primary" href={href} onClick={() => setLeft(null)}>
        {closed.back}
      </a>
      {left !== null && (
        <p class="quiet">
          <span role="timer">{closed.returning({ seconds: Math.max(left, 1) })}</span>{' '}
          <button class="quiet-link" type="button" onClick={() => setLeft(null)}>
            {closed.stay}
          </button>
        </p>
      )}
    </div>
  );
}
