// Follows the selected app's events: each event refetches the data that it is about.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { eventTypes } from '../../../../src/core/event.ts';
import { pathWith } from '../api.ts';
import { onHealed } from '../connection.ts';

const gatherMillis = 80;
const firstWaitMillis = 1000;
const longestWaitMillis = 30_000;

const listeners = new Set<(invoiceId: string | null) => void>();

/** Called for each event with its invoice. Returns the function that unsubscribes. */
export function onHappening(listener: (invoiceId: string | null) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Follows the app's events until the returned function is called. */
export function followApp(client: QueryClient, appId: string): () => void {
  let source: EventSource | null = null;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let waitMillis = firstWaitMillis;
  let isOver = false;
  const refresh = gathered((keys: readonly QueryKey[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  });
  const open = () => {
    if (isOver) return;
    source?.close();
    const opened = new EventSource(pathWith('/events', { app_id: appId }));
    source = opened;
    for (const type of eventTypes) {
      opened.addEventListener(type, (event: MessageEvent<string>) => {
        const invoiceId = idOf(event.data);
        for (const key of touchedBy(type, appId, invoiceId)) refresh(key);
        for (const listener of listeners) listener(invoiceId);
      });
    }
    // The stream does not have events from before it was opened, so the data is refetched once.
    opened.onopen = () => {
      waitMillis = firstWaitMillis;
      for (const name of lists) refresh([name, appId]);
      refresh(['invoice']);
    };
    // The browser reconnects by itself, except after a refusal; the missed data is then refetched.
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED || isOver) return;
      clearTimeout(reopening);
      reopening = setTimeout(open, waitMillis);
      waitMillis = Math.min(waitMillis * 2, longestWaitMillis);
    };
  };
  const stopHealing = onHealed(() => {
    waitMillis = firstWaitMillis;
    clearTimeout(reopening);
    open();
  });
  open();
  return () => {
    isOver = true;
    source?.close();
    clearTimeout(reopening);
    stopHealing();
  };
}

const lists = ['invoices', 'payments', 'refunds', 'attention', 'statistics', 'unmatched-payments', 'events'] as const;

/** The query keys that an event changes. An invoice's own key is ['invoice', its id]. */
export function touchedBy(type: string, appId: string, invoiceId: string | null): QueryKey[] {
  const [group] = type.split('.');
  const ofApp = (...names: string[]): QueryKey[] => names.map((name) => [name, appId]);
  const everywhere = ofApp('attention', 'events');
  const one: QueryKey[] = invoiceId === null ? [] : [['invoice', invoiceId]];
  if (group === 'refund') return [...everywhere, ...ofApp('refunds', 'invoices', 'statistics'), ...one];
  if (group === 'invoice' || group === 'transaction') {
    // An unmatched payment may have become one of its transactions.
    return [...everywhere, ...ofApp('invoices', 'payments', 'statistics', 'unmatched-payments'), ...one];
  }
  if (group === 'payment') return [...everywhere, ...ofApp('unmatched-payments', 'payments')];
  if (group === 'address') return [...everywhere, ...ofApp('app-addresses', 'payout-changes')];
  if (group === 'webhook') return [...everywhere, ...ofApp('webhooks')];
  return [...everywhere, ...ofApp('app-cryptocurrencies')];
}

/** The invoice's id, for an event about an invoice, or one of its transactions or refunds. */
function idOf(text: string): string | null {
  try {
    const { data } = JSON.parse(text) as { data?: { id?: string; invoice_id?: string } };
    return data?.invoice_id ?? data?.id ?? null;
  } catch {
    return null;
  }
}

/** Several events of one commit refetch the same data only once. */
function gathered(ask: (keys: readonly QueryKey[]) => void): (key: QueryKey) => void {
  const waiting = new Map<string, QueryKey>();
  const flush = () => {
    const keys = [...waiting.values()];
    waiting.clear();
    ask(keys);
  };
  return (key) => {
    if (waiting.size === 0) setTimeout(flush, gatherMillis);
    waiting.set(JSON.stringify(key), key);
  };
}
