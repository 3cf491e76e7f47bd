// The page's state and what can be done to it: one hook, so that the screens below only draw.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiProblem, type CheckoutApi, checkoutApi } from './outside/api.ts';
import { type Connection, followInvoice } from './outside/live-snapshot.ts';
import type { CheckoutSeed } from './outside/seed.ts';
import { discoverWallets, type Wallet } from './outside/wallets.ts';
import type { Merchant, Offer, Snapshot, Transaction } from './rules/payment-objects.ts';
import type { ServerClock } from './rules/server-clock.ts';

export interface CheckoutState {
  readonly api: CheckoutApi;
  readonly snapshot: Snapshot | null;
  readonly merchant: Merchant | null;
  readonly offers: readonly Offer[] | null;
  readonly wallets: readonly Wallet[];
  readonly connection: Connection;
  /** Why nothing can be shown at all. */
  readonly fault: ApiProblem | null;
  /** The server's time in milliseconds, fresh every second. */
  readonly now: number;
  /** Puts an answered transaction into the picture at once; the next snapshot confirms it. */
  accept(transaction: Transaction): void;
}

export function useCheckout(invoiceId: string, clock: ServerClock, seed: CheckoutSeed | null): CheckoutState {
  const api = useMemo(() => checkoutApi(clock), [clock]);
  const [snapshot, setSnapshot] = useState<Snapshot | null>(seed);
  const [connection, setConnection] = useState<Connection>('live');
  const [fault, setFault] = useState<ApiProblem | null>(null);
  const appId = snapshot?.invoice.app_id;

  useEffect(() => {
    const follow = (): (() => void) =>
      followInvoice(invoiceId, () => api.snapshot(invoiceId), { show: setSnapshot, connection: setConnection });
    if (seed !== null) return follow();
    let stop: (() => void) | null = null;
    let gone = false;
    const first = async (): Promise<void> => {
      try {
        const shown = await api.snapshot(invoiceId);
        if (gone) return;
        setSnapshot(shown);
        stop = follow();
      } catch (error) {
        if (!gone) setFault(error as ApiProblem);
      }
    };
    void first();
    return () => {
      gone = true;
      stop?.();
    };
  }, [api, invoiceId, seed]);

  const merchant = useFetched(seed?.app ?? null, appId, api.merchant);
  const offers = useFetched(seed?.offers ?? null, appId, api.offers, offersRefreshMilliseconds);
  return {
    api,
    snapshot,
    merchant,
    offers,
    wallets: useWallets(),
    connection,
    fault,
    now: useTick(clock),
    accept: (transaction) => setSnapshot((shown) => shown && withTransaction(shown, transaction)),
  };
}

/**
 * What belongs to the app: asked for until it comes, and again every `refreshMilliseconds` while somebody looks, where
 * that is given. A refresh that fails keeps what is known.
 */
function useFetched<T>(
  known: T | null,
  appId: string | undefined,
  fetchIt: (appId: string) => Promise<T>,
  refreshMilliseconds: number | null = null,
): T | null {
  const [value, setValue] = useState<T | null>(known);
  useEffect(() => {
    if (appId === undefined) return;
    let timer: number | undefined;
    let gone = false;
    let isKnown = known !== null;
    const next = (milliseconds: number | null): void => {
      if (!gone && milliseconds !== null) timer = window.setTimeout(attempt, milliseconds);
    };
    const attempt = async (): Promise<void> => {
      if (isKnown && document.visibilityState === 'hidden') return next(refreshMilliseconds);
      try {
        const answer = await fetchIt(appId);
        isKnown = true;
        if (!gone) setValue(answer);
        next(refreshMilliseconds);
      } catch (error) {
        const hopeless = error instanceof ApiProblem && error.status >= 400 && error.status < 429;
        next(isKnown || hopeless ? refreshMilliseconds : retryMilliseconds);
      }
    };
    if (isKnown) next(refreshMilliseconds);
    else void attempt();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [appId]);
  return value;
}

const retryMilliseconds = 3000;
/** Prices move and networks come back: what is on offer is not shown much older than this. */
const offersRefreshMilliseconds = 60_000;

function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => discoverWallets((wallet) => setWallets((known) => [...known, wallet])), []);
  return wallets;
}

function useTick(clock: ServerClock): number {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  // Asked at every drawing: what was learned about the clock since the last second counts at once.
  return clock.now();
}

function withTransaction(snapshot: Snapshot, transaction: Transaction): Snapshot {
  const known = snapshot.transactions.some((one) => one.id === transaction.id);
  const transactions = known
    ? snapshot.transactions.map((one) => (one.id === transaction.id ? transaction : one))
    : [transaction, ...snapshot.transactions];
  return { invoice: snapshot.invoice, transactions };
}
