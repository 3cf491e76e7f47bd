// One sale at the counter: its invoice and the state of that invoice.
import { useEffect, useState } from 'preact/hooks';
import { formatFixed } from '../../../src/core/money/decimal.ts';
import type { Language } from '../../../src/core/words/language.ts';
import type { CompiledTexts } from '../../../src/core/words/message.ts';
import { type CheckoutApi, checkoutApi } from '../../checkout/browser/api.ts';
import { followInvoice } from '../../checkout/browser/live-snapshot.ts';
import { randomUuid } from '../../checkout/browser/random-uuid.ts';
import type { Snapshot } from '../../checkout/rules/payment-objects.ts';
import { serverClock } from '../../checkout/rules/server-clock.ts';
import { addressOf } from '../../checkout/start/public-path.ts';
import type { TillTexts } from '../counter-texts.ts';

/** The data that the server writes into the page. */
export interface CounterSeed {
  readonly app: { readonly id: string; readonly name: string; readonly slug: string };
  readonly color: string | null;
  /** ISO 4217; the counter's initial currency. */
  readonly currency: string;
  readonly language: Language;
  readonly texts: CompiledTexts;
}

export interface Sale {
  readonly invoiceId: string;
  readonly checkoutUrl: string;
}

export const clock = serverClock(() => Date.now());
export const api: CheckoutApi = checkoutApi(clock);

/** The idempotency key of one press of the button: repeats create one invoice. */
export function newSaleKey(): string {
  return randomUuid().replaceAll('-', '').slice(0, 12) + randomUuid().slice(0, 4);
}

export interface SaleParams {
  readonly slug: string;
  /** In minor units of the currency. */
  readonly minor: bigint;
  readonly currency: string;
  readonly decimals: number;
  readonly key: string;
  /** The language of error messages. */
  readonly language: string;
  readonly texts: Pick<TillTexts, 'unreachable' | 'failed'>;
}

/** Throws Error with a message for the person at the counter. */
export async function makeSale(params: SaleParams): Promise<Sale> {
  const { slug, minor, currency, decimals, key, language, texts } = params;
  const body = new URLSearchParams({ total: formatFixed(minor, decimals), currency, key });
  let answer: Response;
  try {
    answer = await fetch(addressOf(`/counter/${encodeURIComponent(slug)}?lang=${language}`), {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body,
      credentials: 'omit',
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    throw new Error(texts.unreachable);
  }
  const said = (await answer.json().catch(() => ({}))) as { id?: string; checkout_url?: string; message?: string };
  if (answer.status !== 201 || said.id === undefined) throw new Error(said.message ?? texts.failed);
  return { invoiceId: said.id, checkoutUrl: said.checkout_url ?? '' };
}

/** The invoice and its attempts, kept up to date; null until they are loaded. */
export function useSale(invoiceId: string): Snapshot | null {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  useEffect(
    () => followInvoice(invoiceId, () => api.snapshot(invoiceId), { show: setSnapshot, connection: () => undefined }),
    [invoiceId],
  );
  return snapshot;
}

/** Keeps the screen of a phone or tablet on while a customer scans it, if the browser supports that. */
export function useLitScreen(): void {
  useEffect(() => {
    const lock = navigator.wakeLock?.request('screen').catch(() => null);
    return () => void lock?.then((held) => held?.release());
  }, []);
}
