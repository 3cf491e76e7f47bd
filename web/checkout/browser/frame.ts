// Notifies the shop's page around this one of the payment's progress. It receives no messages from that page.
import { useEffect, useRef } from 'preact/hooks';
import type { Stage } from '../rules/stage.ts';
import { isFramed, queried, saidParent } from './framed.ts';

export interface FrameFacts {
  readonly invoiceId: string;
  readonly stage: Stage['kind'];
  /** The payment that the screen asks for, as in the API; null if it asks for none. */
  readonly shown: ShownPayment | null;
  /** The origins that may frame this page, as the server lists them; the server allows no other. */
  readonly origins: readonly string[];
}

export interface ShownPayment {
  readonly transaction_id: string;
  readonly to: string;
  readonly amount: string | null;
  /** Symbols. */
  readonly cryptocurrency: string;
  readonly network: string;
}

type Happening = 'seen' | 'paid' | 'expired' | 'closed' | 'resized';

/** Posts each event once, and every size of the page. Does nothing outside of a frame. */
export function useFrame({ invoiceId, stage, shown, origins }: FrameFacts): void {
  const tell = (type: Happening, more: object = {}): void => {
    for (const origin of targets(origins))
      window.parent.postMessage({ type: `quittance.${type}`, invoice_id: invoiceId, ...more }, origin);
  };
  const told = useRef<ReadonlySet<Happening>>(new Set());
  const { lang } = document.documentElement;
  useEffect(() => {
    if (!isFramed()) return;
    for (const what of happenings[stage] ?? []) if (!told.current.has(what)) tell(what);
    told.current = new Set([...told.current, ...(happenings[stage] ?? [])]);
  }, [stage]);
  useEffect(() => {
    if (!isFramed()) return;
    document.documentElement.classList.add('framed');
    // The page around draws address, amount and code itself.
    if (queried('drawn') !== null) document.documentElement.classList.add('drawn');
    const page = document.getElementById('checkout') as HTMLElement;
    const measure = () => tell('resized', { height: Math.ceil(page.scrollHeight), shown, lang });
    // A hidden frame has no size to observe.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    return () => observer.disconnect();
  }, [JSON.stringify(shown), lang]);
  useEffect(() => (isFramed() ? leaving(() => tell('closed')) : undefined), []);
}

/** A payment is reported as seen before it is reported as complete, also if one poll showed both. */
const happenings: Partial<Record<Stage['kind'], readonly Happening[]>> = {
  confirming: ['seen'],
  accepted: ['seen'],
  partly_paid: ['seen'],
  paid: ['seen', 'paid'],
  expired: ['expired'],
};

/**
 * The origin of the page around, if it is on the list; all listed origins if it is unknown. The browser delivers to no
 * other.
 */
function targets(origins: readonly string[]): readonly string[] {
  const said = saidParent() ?? location.ancestorOrigins?.[0] ?? null;
  return said === null ? origins : origins.filter((origin) => origin === said);
}

/**
 * Links that lead out of the checkout, such as back to the shop, leave the frame too. Escape closes a frame that the
 * shop opened.
 */
function leaving(closed: () => void): () => void {
  const followed = (event: Event): void => {
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
    if (link === null || !/^https?:$/.test(link.protocol) || link.target === '_blank') return;
    if (link.origin === location.origin) return;
    link.target = '_top';
    closed();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) closed();
  };
  document.addEventListener('click', followed, true);
  document.addEventListener('keydown', pressed);
  return () => {
    document.removeEventListener('click', followed, true);
    document.removeEventListener('keydown', pressed);
  };
}
