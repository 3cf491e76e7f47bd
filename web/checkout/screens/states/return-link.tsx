// The way back to the shop. Whoever saw the payment arrive is taken there after five seconds, unless they stop it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { returnLink, webLink } from '../../rules/safe-link.ts';
import { useWords } from '../../words/words.ts';

const seconds = 5;

interface Props {
  readonly url: string | null | undefined;
  /** Whether to go there by itself: not where there is something to read first, nor inside somebody's frame. */
  readonly byItself: boolean;
}

export function ReturnLink({ url, byItself }: Props) {
  const { closed } = useWords();
  const href = returnLink(url);
  // An app that may not be installed is opened by hand only.
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
    // Only while somebody looks: nobody is to come back to a page that went away.
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
