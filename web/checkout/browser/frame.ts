// Tells the shop's page around this one what becomes of the payment. Nothing is ever heard from there.
import { useEffect, useRef } from 'preact/hooks';
import type { Stage } from '../rules/stage.ts';
import { isFramed, queried, saidParent } from './framed.ts';

export interface FrameFacts {
  readonly invoiceId: string;
  readonly stage: Stage['kind'];
  /** The payment that the screen asks for, as the API has it; null where it asks for none. */
  readonly shown: ShownPayment | null;
  /** Who may hold this page in a frame, as the server says; the server lets no other page. */
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

/** Tells what happens, each once, and each size that the page takes. Does nothing outside of a frame. */
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
    // The page around draws address, amount and code by itself.
    if (queried('drawn') !== null) document.documentElement.classList.add('drawn');
    const page = document.getElementById('checkout') as HTMLElement;
    const measure = () => tell('resized', { height: Math.ceil(page.scrollHeight), shown, lang });
    // A frame that nobody sees has no size to observe.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    return () => observer.disconnect();
  }, [JSON.stringify(shown), lang]);
  useEffect(() => (isFramed() ? leaving(() => tell('closed')) : undefined), []);
}

/** A payment is told to be seen before it is told to be complete, also where both were one look apart. */
const happenings: Partial<Record<Stage['kind'], readonly Happening[]>> = {
  confirming: ['seen'],
  accepted: ['seen'],
  partly_paid: ['seen'],
  paid: ['seen', 'paid'],
  expired: ['expired'],
};

/**
 * The origin that the page around says it is, or that the browser says, if it is one of them: the browser delivers to
 * no other. Where nobody says anything, all of them.
 */
function targets(origins: readonly string[]): readonly string[] {
  const said = saidParent() ?? location.ancestorOrigins?.[0] ?? null;
  return said === null ? origins : origins.filter((origin) => origin === said);
}

/** Links that lead away, as back to the shop, leave the frame too. Escape closes what the shop opened. */
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
