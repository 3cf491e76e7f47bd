// The page's state and its actions: one hook, so that the screens only draw.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiProblem, type CheckoutApi, checkoutApi } from './browser/api.ts';
import { type Connection, isOlder, type LiveInvoice } from './browser/live-snapshot.ts';
import type { CheckoutSeed } from './browser/seed.ts';
import { followSent, sentHash } from './browser/sent-payments.ts';
import type { RelaySettings } from './browser/wallet-connect/relay.ts';
import { discoverWallets, type Wallet } from './browser/wallets.ts';
import type { Merchant, Offer, Snapshot, Transaction } from './rules/payment-objects.ts';
import type { ServerClock } from './rules/server-clock.ts';

export interface CheckoutState {
  readonly api: CheckoutApi;
  readonly snapshot: Snapshot | null;
  readonly merchant: Merchant | null;
  readonly offers: readonly Offer[] | null;
  /** From the page's seed. */
  readonly nativePrices: Readonly<Record<string, number>>;
  readonly wallets: readonly Wallet[];
  /** From the page's seed; null if there is none. */
  readonly walletConnect: RelaySettings | null;
  readonly connection: Connection;
  /** The error if nothing can be shown at all. */
  readonly fault: ApiProblem | null;
  /** The server's time in milliseconds, updated every second. */
  readonly now: number;
  /** Shows a returned transaction at once; the next snapshot confirms it. */
  accept(transaction: Transaction): void;
  /**
   * Names the chain transaction that paid and shows the result; `signature` if its sender signed. Throws ApiProblem.
   */
  claim(transaction: Transaction, hash: string, signature?: string): Promise<void>;
}

export interface Opened {
  readonly invoiceId: string;
  readonly clock: ServerClock;
  /** The data that the server wrote into the page; null if it wrote none. */
  readonly seed: CheckoutSeed | null;
  /** Null while the server draws the page. */
  readonly live: LiveInvoice | null;
}

export function useCheckout({ invoiceId, clock, seed, live }: Opened): CheckoutState {
  const api = useMemo(() => checkoutApi(clock), [clock]);
  const [snapshot, setSnapshot] = useState<Snapshot | null>(seed);
  const [connection, setConnection] = useState<Connection>('live');
  const [fault, setFault] = useState<ApiProblem | null>(null);
  const appId = snapshot?.invoice.app_id;

  useEffect(() => {
    let timer: number | undefined;
    let gone = false;
    const follow = (): void => {
      const show = (told: Snapshot) =>
        setSnapshot((shown) => (shown !== null && isOlder(told, shown) ? shown : { ...shown, ...told }));
      live?.listen({ show, connection: setConnection });
    };
    const first = async (): Promise<void> => {
      try {
        const shown = await api.snapshot(invoiceId);
        if (gone) return;
        setSnapshot(shown);
        follow();
      } catch (error) {
        if (gone) return;
        setFault(error as ApiProblem);
        if (!isHopeless(error)) timer = window.setTimeout(first, retryMilliseconds);
      }
    };
    if (seed !== null) follow();
    else void first();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [api, invoiceId, seed, live]);

  const accept = (transaction: Transaction) => setSnapshot((shown) => shown && withTransaction(shown, transaction));
  const claim = async (transaction: Transaction, hash: string, signature = ''): Promise<void> => {
    const { transaction: now, attached } = await api.claim(transaction.id, hash, signature);
    if (attached) accept(now);
    else setSnapshot((shown) => shown && withClaim(shown, transaction, hash));
  };
  useClaimedPayments(snapshot, claim);

  const merchant = useFetched(seed?.app ?? null, appId, api.merchant);
  const offers = useFetched(seed?.offers ?? null, appId, api.offers, offersRefreshMilliseconds);
  return {
    api,
    snapshot,
    merchant,
    offers,
    nativePrices: seed?.native_prices ?? {},
    wallets: useWallets(),
    walletConnect: seed?.wallet_connect ?? null,
    connection,
    fault,
    now: useTick(clock),
    accept,
    claim,
  };
}

/**
 * Data of the app: requested until it arrives, and again every `refreshMilliseconds` while the page is visible, if that
 * is given. A failed refresh keeps the old data.
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
        next(isKnown || isHopeless(error) ? refreshMilliseconds : retryMilliseconds);
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

/** Whether a repeated request would get the same answer. */
function isHopeless(error: unknown): boolean {
  return error instanceof ApiProblem && error.status >= 400 && error.status < 429;
}

const retryMilliseconds = 3000;
/** Prices change and networks come back, so the offers are refreshed at this interval. */
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
  // Read at every drawing, so that a corrected clock takes effect at once.
  return clock.now();
}

/**
 * Claims the payments of this browser's wallet at once. The hash is then known for the attempt, for any amount, after a
 * reload and in any other browser.
 */
function useClaimedPayments(snapshot: Snapshot | null, claim: CheckoutState['claim']): void {
  const [, draw] = useState(0);
  const named = useRef(new Set<string>());
  useEffect(() => followSent(() => draw((count) => count + 1)), []);
  useEffect(() => {
    for (const transaction of snapshot?.transactions ?? []) {
      const hash = transaction.hash === null ? sentHash(transaction.id) : null;
      if (hash === null || transaction.status !== 'processing' || named.current.has(transaction.id)) continue;
      named.current.add(transaction.id);
      if (!snapshot?.claims?.some((one) => one.transaction_id === transaction.id)) void nameIt(transaction, hash);
    }
  });
  const nameIt = async (transaction: Transaction, hash: string): Promise<void> => {
    for (const seconds of [0, 3, 10, 30]) {
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      try {
        return await claim(transaction, hash);
      } catch (error) {
        // A network may need some seconds to know a new transaction.
        if (isHopeless(error) && (error as ApiProblem).reason !== 'unknown_hash') return;
      }
    }
  };
}

/** As the next snapshot will show it, unless it already does. */
function withClaim(snapshot: Snapshot, { id, network }: Transaction, hash: string): Snapshot {
  const claims = snapshot.claims ?? [];
  if (claims.some((one) => one.transaction_id === id && one.hash.includes(hash.toLowerCase()))) return snapshot;
  return { ...snapshot, claims: [{ transaction_id: id, hash, network: network.name }, ...claims] };
}

function withTransaction(snapshot: Snapshot, transaction: Transaction): Snapshot {
  const known = snapshot.transactions.some((one) => one.id === transaction.id);
  const transactions = known
    ? snapshot.transactions.map((one) => (one.id === transaction.id ? transaction : one))
    : [transaction, ...snapshot.transactions];
  return { ...snapshot, transactions };
}
